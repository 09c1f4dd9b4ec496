// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Settings of every Swift target: explicit imports, explicit existentials, no silent unsafety.
var settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Rows leave their buffer as Span and MutableSpan, whose lifetimes are spelled out.
    .enableExperimentalFeature("Lifetimes"),
]

// A newer compiler's new warnings must not break the build of a stranger; CI sees them all.
if Context.environment["CI"] != nil {
    settings.append(.treatAllWarnings(as: .error))
}

let package = Package(
    name: "frostpane",
    products: [
        .executable(name: "frostpane", targets: ["frostpane"]),
        .library(
            name: "FrostpaneImaging",
            targets: ["Raster", "Kernels", "Codecs", "Effects", "Rendering"]
        ),
    ],
    dependencies: [
        // SHA-256, streamed, with the processor's own instructions.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        // The vocabulary of HTTP: methods, statuses, field names.
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        // RFC 9651 fields: Repr-Digest, Cache-Status.
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        // The logging API that a Swift reader expects.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // Deque, for queues and recency lists.
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // Reads openapi.yaml in the tests that hold the routes against it.
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        // MARK: Imaging

        .target(name: "Raster", swiftSettings: settings),
        // Conversions between vectors of different widths, header-only; see the header for why.
        .target(name: "CVector"),
        .target(name: "Kernels", dependencies: ["Raster", "CVector"], swiftSettings: settings),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "Codecs",
            dependencies: ["Raster", "Kernels", "CPNG", "CJPEG"],
            swiftSettings: settings
        ),
        .target(name: "Effects", dependencies: ["Raster"], swiftSettings: settings),
        .target(
            name: "Rendering",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),

        // MARK: Serving

        // The calls of the kernel that Swift's Glibc module leaves out.
        .target(name: "CEpoll"),
        .target(
            name: "HTTPServer",
            dependencies: [
                "CEpoll",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Store",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Service",
            dependencies: [
                "Raster", "Kernels", "Effects", "Codecs", "Rendering", "HTTPServer", "Store",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "RawStructuredFieldValues",
                    package: "swift-http-structured-headers"
                ),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "frostpane",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects", "Rendering", "HTTPServer", "Service",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),

        // MARK: Benchmarks

        // Draws the picture of README.md and of the measurements.
        .executableTarget(
            name: "demo-picture",
            path: "Benchmarks/demo-picture",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "frostpane-bench",
            dependencies: ["Raster", "Kernels", "TestSupport", "KernelsTestSupport"],
            path: "Benchmarks/frostpane-bench",
            swiftSettings: settings
        ),

        // MARK: Tests

        // Lets the thread sanitizer see what a contended Mutex orders; see the source for why.
        .target(name: "CMutexWitness", path: "Tests/CMutexWitness"),
        .target(
            name: "TestSupport",
            dependencies: ["Raster", "CMutexWitness"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "RasterTests",
            dependencies: [
                "Raster", "TestSupport",
            ],
            swiftSettings: settings
        ),
        // Blurs beside their definition: for the tests, and for the tables in Docs.
        .target(
            name: "KernelsTestSupport",
            dependencies: ["Raster", "Kernels", "TestSupport"],
            path: "Tests/KernelsTestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "KernelsTests",
            dependencies: [
                "Raster", "Kernels", "CVector", "TestSupport", "KernelsTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CodecsTests",
            dependencies: [
                "Raster", "Kernels", "Codecs", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EffectsTests",
            dependencies: [
                "Raster", "Effects", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RenderingTests",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects", "Rendering", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: [
                "HTTPServer", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Cases"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Store", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FrostpaneTests",
            dependencies: [
                "Raster", "Codecs", "Service", "frostpane", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Raster", "Codecs", "Effects", "Rendering", "HTTPServer", "Store", "Service",
                "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Yams", package: "Yams"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
    ]
)

// MARK: Container

// The image is built from Sources alone.
if Context.environment["FROSTPANE_SOURCES_ONLY"] != nil {
    package.targets.removeAll { $0.type == .test || $0.path != nil }
}

// MARK: Fuzzing

// Executables that libFuzzer drives, each in a folder of its name beside its inputs. Only
// `Scripts/fuzz` builds them: they need the sanitizers' runtimes, and flags that would keep the package
// from being a dependency.
if Context.environment["FROSTPANE_FUZZ"] != nil {
    let entries: [(name: String, dependencies: [Target.Dependency])] = [
        ("png", ["FuzzCodecs"]),
        ("jpeg", ["FuzzCodecs"]),
        ("http", ["HTTPServer", .product(name: "HTTPTypes", package: "swift-http-types")]),
        (
            "query",
            [
                "Codecs", "Rendering", "Store", "Service",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
    ]
    // The checks of connections and of readers look at what is inside of them.
    for target in package.targets where ["HTTPServer", "Service"].contains(target.name) {
        target.swiftSettings = settings + [.unsafeFlags(["-enable-testing"])]
    }
    package.targets += [
        .target(name: "CFuzz", path: "Fuzz/CFuzz"),
        .target(
            name: "FuzzCodecs",
            dependencies: ["Raster", "Codecs"],
            path: "Fuzz/FuzzCodecs",
            swiftSettings: settings
        ),
    ]
    package.targets += entries.map { name, dependencies in
        .executableTarget(
            name: "fuzz-\(name)",
            dependencies: ["CFuzz"] + dependencies,
            path: "Fuzz/\(name)/Sources",
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
        )
    }
}
