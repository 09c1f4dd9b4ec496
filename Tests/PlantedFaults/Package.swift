// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Faults that the sanitizers must find, see Scripts/check; no part of the package above.
let package = Package(
    name: "planted",
    targets: [
        .target(name: "CPlanted"),
        .testTarget(name: "PlantedTests", dependencies: ["CPlanted"]),
    ]
)
