// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "sign",
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "4.5.0")],
    targets: [
        .executableTarget(
            name: "sign",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")]
        )
    ]
)
