// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// MARK: Kernels

/// The kernels to build: `all`, or only those of the `baseline` of the architecture.
///
/// The environment variable FROSTPANE_KERNELS chooses; neither the folder nor whether the package is a
/// dependency has a say. `frostpane --version` tells what was built.
let kernels = Context.environment["FROSTPANE_KERNELS"] ?? "all"
guard ["all", "baseline"].contains(kernels) else {
    fatalError("FROSTPANE_KERNELS is '\(kernels)'; it takes 'all' or 'baseline'")
}

/// The targets that compile the kernels again for newer CPUs, with the compiler's flags for each.
///
/// The program picks the fastest that its CPU runs. Debug builds compile them without the flags, as
/// unoptimized code would gain nothing.
var kernelVariants: [(target: String, flags: [String])] = []
#if arch(x86_64)
    if kernels == "all" {
        kernelVariants = [
            ("AVX2Kernels", ["-Xcc", "-march=x86-64-v3"]),
            ("AVX512Kernels", ["-Xcc", "-march=x86-64-v4"]),
            // What Ice Lake and Zen 4 added: sums of products, and bytes permuted across a register.
            (
                "VNNIKernels",
                ["-march=x86-64-v4", "-mavx512vnni", "-mavx512vbmi"].flatMap { ["-Xcc", $0] }
            ),
        ]
    }
#endif

// MARK: Products of other packages

/// A product that only the program and the tests use, which is not fetched for a user without the trait.
func serverProduct(_ name: String, of package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Server"]))
}

let httpTypes = serverProduct("HTTPTypes", of: "swift-http-types")
let structuredFields = serverProduct(
    "RawStructuredFieldValues",
    of: "swift-http-structured-headers"
)
let logging = serverProduct("Logging", of: "swift-log")
let yams = serverProduct("Yams", of: "Yams")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")

// MARK: Package

let package = Package(
    name: "frostpane",
    products: [
        .executable(name: "frostpane", targets: ["FrostpaneCommand"]),
        .library(name: "Frostpane", targets: ["Frostpane"]),
    ],
    traits: [
        .default(enabledTraits: ["Server"]),
        .trait(
            name: "Server",
            description: "The program and its packages; a user of the library alone leaves it out."
        ),
    ],
    dependencies: [
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
        // MARK: Both halves

        // The calls of the kernel that Swift's Glibc module leaves out.
        .target(name: "CPlatform"),
        // System calls and threads.
        .target(name: "Platform", dependencies: ["CPlatform", deque]),

        // MARK: Imaging

        .target(name: "Raster"),
        // Conversions between vectors of different widths, header-only; see the header for why.
        .target(name: "CVector"),
        // What a row kernel is, and each kernel in plain words: the specification.
        .target(name: "KernelInterface"),
        // The same in vectors; compiled again below for newer processors.
        .target(
            name: "BaselineKernels",
            dependencies: ["KernelInterface", "CVector"],
            path: "Sources/VectorKernels"
        ),
        // Asks the processor what it can do.
        .target(name: "CProcessor"),
        .target(
            name: "Kernels",
            dependencies: ["Raster", "KernelInterface", "BaselineKernels", "CProcessor"]
                + kernelVariants.map { .target(name: $0.target) },
            // Not canImport: modules of an earlier build may still lie in the build folder.
            swiftSettings: kernelVariants.isEmpty ? [] : [.define("NEWER_KERNELS")]
        ),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        // Little CMS, which reads color profiles.
        .target(name: "CLCMS", linkerSettings: [.linkedLibrary("lcms2")]),
        .target(
            name: "Codecs",
            dependencies: ["Raster", "Kernels", "CVector", "CPNG", "CJPEG", "CLCMS"]
        ),
        // The one shape of fences around libraries that are loaded at run time.
        .target(name: "CForeign"),
        .target(name: "CWebP", dependencies: ["CForeign"]),
        .target(name: "CAVIF", dependencies: ["CForeign"]),
        .target(name: "CHEIF", dependencies: ["CForeign"]),
        .target(name: "CGIF", dependencies: ["CForeign"]),
        .target(name: "CTIFF", dependencies: ["CForeign"]),
        .target(name: "CRSVG", dependencies: ["CForeign"]),
        .target(name: "CJXL", dependencies: ["CForeign"]),
        // What runs inside of codec processes.
        .target(
            name: "ForeignCodecs",
            dependencies: [
                "Raster", "Effects", "CForeign", "CWebP", "CAVIF", "CHEIF", "CGIF", "CTIFF",
                "CRSVG",
                "CJXL",
            ]
        ),
        .target(name: "Effects", dependencies: ["Raster"]),
        // Loads Pango with the first text, so that nothing is linked.
        .target(name: "CPango"),
        .target(name: "Typesetting", dependencies: ["Raster", "Effects", "CPango"]),
        .target(
            name: "Rendering",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects", "Typesetting", "Platform", deque,
            ]
        ),

        // What a sandboxed process calls that Swift cannot.
        .target(name: "CSandbox"),
        // Codecs of libraries, and texts, in processes without rights.
        .target(
            name: "Sandbox",
            dependencies: [
                "Raster", "Codecs", "ForeignCodecs", "Effects", "Typesetting", "Platform",
                "CSandbox", deque,
            ]
        ),

        // The library: few declarations of its own, and those that other targets have for everybody.
        .target(
            name: "Frostpane",
            dependencies: ["Raster", "Kernels", "Codecs", "Effects", "Rendering"]
        ),

        // MARK: Serving

        .target(name: "HTTPServer", dependencies: ["Platform", httpTypes, deque]),
        // Loads libcurl with the first request to another server.
        .target(name: "CCurl"),
        // Reads what is outside of the process, with calls that block.
        .target(name: "Fetching", dependencies: ["Platform", "CCurl", deque]),
        // SHA-256 with the processor's own instructions, and HMAC.
        .target(name: "CCrypto", linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "Store", dependencies: ["Platform", "Fetching", "CCrypto", deque]),
        // Holds openapi.yaml and the start page.
        .target(
            name: "COpenAPI",
            exclude: ["StartPage.html"],
            linkerSettings: [.linkedLibrary("z")]
        ),
        .target(
            name: "Service",
            dependencies: [
                "COpenAPI", "Raster", "Kernels", "Effects", "Codecs", "Typesetting", "Rendering",
                "HTTPServer", "Store", "Fetching", "Platform",
                httpTypes, structuredFields, deque, logging,
            ]
        ),
        .executableTarget(
            name: "FrostpaneCommand",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects", "Typesetting", "Rendering", "HTTPServer",
                "Service", "Store", "Platform", "Sandbox", logging,
            ]
        ),

        // MARK: Benchmarks

        .executableTarget(
            name: "frostpane-bench",
            dependencies: ["Raster", "Kernels", "Codecs", "TestSupport", "KernelsTestSupport"],
            path: "Benchmarks/frostpane-bench"
        ),

        // MARK: Tests

        // Lets the thread sanitizer see what a contended Mutex orders; see the source for why.
        .target(name: "CMutexWitness", path: "Tests/CMutexWitness"),
        // Gives the test process the fonts of Tests/Fixtures, whatever is installed.
        .target(name: "CTestFonts", path: "Tests/CTestFonts"),
        .target(
            name: "TestSupport",
            dependencies: ["Raster", "CMutexWitness", "CTestFonts"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(name: "RasterTests", dependencies: ["Raster", "TestSupport"]),
        // Blurs beside their definition: for the tests, and for the tables in Docs.
        .target(
            name: "KernelsTestSupport",
            dependencies: ["Raster", "Kernels", "TestSupport"],
            path: "Tests/KernelsTestSupport"
        ),
        .testTarget(
            name: "KernelsTests",
            dependencies: [
                "Raster", "KernelInterface", "Kernels", "TestSupport", "KernelsTestSupport",
            ]
        ),
        .testTarget(
            name: "CodecsTests",
            dependencies: ["Raster", "Kernels", "Codecs", "TestSupport"]
        ),
        .testTarget(
            name: "SandboxTests",
            dependencies: ["Raster", "Codecs", "Effects", "Typesetting", "Sandbox", "TestSupport"]
        ),
        .testTarget(
            name: "ForeignCodecsTests",
            dependencies: ["Raster", "Codecs", "ForeignCodecs"]
        ),
        .testTarget(name: "EffectsTests", dependencies: ["Raster", "Effects", "TestSupport"]),
        .testTarget(
            name: "TypesettingTests",
            dependencies: ["Raster", "Effects", "Typesetting", "TestSupport"]
        ),
        .testTarget(
            name: "RenderingTests",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects", "Typesetting", "Rendering", "Platform",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "FrostpaneLibraryTests",
            dependencies: ["Frostpane", "Rendering", "Service"]
        ),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["HTTPServer", "Platform", "TestSupport", httpTypes],
            exclude: ["Cases"]
        ),
        .testTarget(name: "FetchingTests", dependencies: ["Fetching", "Platform", "TestSupport"]),
        .testTarget(
            name: "StoreTests",
            dependencies: ["Store", "Fetching", "Platform", "TestSupport"]
        ),
        .testTarget(
            name: "FrostpaneTests",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects", "Typesetting", "Service", "Store",
                "Platform", "FrostpaneCommand", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Raster", "Kernels", "Codecs", "Effects", "Typesetting", "Rendering", "HTTPServer",
                "Store", "Fetching", "Service", "Platform", "Sandbox", "TestSupport",
                httpTypes, structuredFields, yams, logging,
            ]
        ),
    ]
)

// MARK: Kernels for newer processors

// Folders that are links: the sources are the same.
package.targets += kernelVariants.map { name, flags in
    .target(
        name: name,
        dependencies: ["KernelInterface", "CVector"],
        swiftSettings: [.unsafeFlags(flags, .when(configuration: .release))]
    )
}

// MARK: Fuzzing

// Executables that libFuzzer drives, each in a folder of its name beside its inputs. Only
// `Scripts/fuzz` builds them: they need the sanitizers' runtimes, and flags that would keep the package
// from being a dependency.
if Context.environment["FROSTPANE_FUZZ"] != nil {
    let entries: [(name: String, dependencies: [Target.Dependency])] = [
        ("png", ["FuzzCodecs"]),
        ("pngencode", ["FuzzCodecs"]),
        ("jpeg", ["FuzzCodecs"]),
        ("headers", ["Raster", "Codecs"]),
        ("http", ["HTTPServer", httpTypes]),
        ("text", ["Raster", "Effects", "Typesetting"]),
        ("profile", ["CLCMS"]),
        (
            "query",
            [
                "Raster", "Codecs", "Effects", "Rendering", "Store", "Fetching", "Service",
                httpTypes,
            ]
        ),
        ("scene", ["Raster", "Codecs", "Effects", "Rendering", "Store", "Service"]),
    ]
    // The checks of connections and of readers look at what is inside of them.
    for target in package.targets where ["HTTPServer", "Service"].contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-enable-testing"])]
    }
    package.targets += [
        .target(
            name: "CFuzz",
            path: "Fuzz/CFuzz",
            cSettings: [
                .define("ENTRIES", to: entries.map { "ENTRY(fuzz_\($0.name)_main)" }.joined())
            ]
        ),
        .target(name: "FuzzCodecs", dependencies: ["Raster", "Codecs"], path: "Fuzz/FuzzCodecs"),
    ]
    package.targets += entries.map { name, dependencies in
        .executableTarget(
            name: "fuzz-\(name)",
            dependencies: ["CFuzz"] + dependencies,
            path: "Fuzz/\(name)/Sources",
            swiftSettings: [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
        )
    }
}

// MARK: Settings of all targets

// Explicit imports, explicit existentials, no silent unsafety. Targets in C ignore them.
for target in package.targets {
    var settings: [SwiftSetting] = [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        // Rows leave their buffer as Span and MutableSpan, whose lifetimes are spelled out.
        .enableExperimentalFeature("Lifetimes"),
    ]
    // A newer compiler's new warnings must not break the build of a stranger; CI sees them all.
    if Context.environment["CI"] != nil { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings + (target.swiftSettings ?? [])
}

// MARK: Quick tests

// Scripts/tests.sh compiles and runs everything, often twice, and sets FROSTPANE_QUICK_TESTS for that. Then a
// debug build optimizes the targets that compute and their tests, and keeps their assertions and checks. A
// release build does not optimize the other tests, and compiles them file by file on all cores: to compile
// them takes longer than to run them.
if Context.environment["FROSTPANE_QUICK_TESTS"] != nil {
    let computing = [
        "Raster", "KernelInterface", "BaselineKernels", "Kernels", "Codecs", "ForeignCodecs",
        "Rendering", "TestSupport", "KernelsTestSupport", "KernelsTests", "CodecsTests",
        "RenderingTests",
    ]
    for target in package.targets {
        if computing.contains(target.name) {
            let flags = ["-O", "-assert-config", "Debug"]
            target.swiftSettings? += [.unsafeFlags(flags, .when(configuration: .debug))]
        }
        if target.type == .test, !computing.contains(target.name) {
            target.swiftSettings? += [
                .unsafeFlags(
                    ["-Onone", "-no-whole-module-optimization"],
                    .when(configuration: .release)
                )
            ]
        }
    }
}

// MARK: Container

// The image is built from Sources and openapi.yaml alone.
if Context.environment["FROSTPANE_SOURCES_ONLY"] != nil {
    package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Sources/") == false }
}
