// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "frost",
    dependencies: [
        // Without the trait Server, nothing that only the service needs is fetched.
        .package(url: "<this repository>", from: "0.3.0", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "frost",
            dependencies: [.product(name: "Frostpane", package: "frostpane")]
        )
    ]
)
