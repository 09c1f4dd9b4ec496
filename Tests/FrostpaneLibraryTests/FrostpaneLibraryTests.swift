// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frostpane
import Rendering
import Service
import Synchronization
import Testing

@Suite struct FrostpaneLibraryTests {
    private static let photo = try? Data(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Docs/images/before.jpg")
    )

    let photo: Data

    init() throws {
        photo = try #require(Self.photo)
    }

    /// The result of the command line for the same picture.
    private func rendered(_ pairs: [(String, String)]) throws -> [UInt8] {
        let (parameters, faults) = LocalTask.rendering.read(pairs.map { (name: $0.0, value: $0.1) })
        #expect(faults.isEmpty)
        let configuration = Configuration()
        let rendering = try LocalRendering(
            of: SourceImage(bytes: Array(photo), limits: DecodeLimits(), damage: .warn),
            parameters,
            content: .effects,
            pictures: [:],
            configuration: configuration
        )
        let bytes = Mutex<[UInt8]>([])
        _ = try rendering.renderer.run { piece in bytes.withLock { $0 += piece } }
        return bytes.withLock { $0 }
    }

    @Test func `renders what the program renders`() throws {
        let options = Frostpane.Options(format: .png(PNGOptions(reduces: true)))
        #expect(
            try Frostpane.render(photo, .blur(3, saturation: 1.8))
                == rendered([("blur", "3"), ("saturate", "1.8")])
        )
        #expect(
            try Frostpane.render(photo, .filter("blur(2pt) grayscale(1)", scale: 2), options)
                == rendered([
                    ("filter", "blur(2pt) grayscale(1)"), ("scale", "2"), ("format", "png"),
                ])
        )
        #expect(
            try Frostpane.render(photo, .material(.systemThinMaterial))
                == rendered([("material", "systemThinMaterial")])
        )
        let dark = Traits(appearance: .dark, scale: 2)
        #expect(
            try Frostpane.render(photo, .material(.systemMaterial, dark))
                == rendered([
                    ("material", "systemMaterial"), ("appearance", "dark"), ("scale", "2"),
                ])
        )
    }

    @Test func `hands the result over while it is made, with size and format known before`() throws
    {
        let rendering = try Frostpane.Rendering(photo, .blur(3, edge: .expand))
        #expect(rendering.size.width > 1200)
        #expect(rendering.format == .jpeg)
        var pieces: [[UInt8]] = []
        try rendering.run { pieces.append($0) }
        #expect(pieces.count > 1)
        #expect(try Frostpane.render(photo, .blur(3, edge: .expand)) == pieces.flatMap { $0 })
    }

    @Test func `ends when the receiver fails`() throws {
        struct Full: Error {}
        var count = 0
        let failure = #expect(throws: Frostpane.Failure.self) {
            try Frostpane.render(photo, .blur(3)) { _ in
                count += 1
                throw Full()
            }
        }
        #expect(failure?.reason == .receiver)
        #expect(count == 1)
    }

    @Test func `draws scenes with pictures, whose lengths are literals`() throws {
        let logo = ResourceID(digest: "logo")
        let pane = Scene.Layer(
            shapes: [
                .rectangle(Scene.Frame(x: "10%", y: "0", width: "100px", height: "30pt"), .square)
            ],
            effect: try .filter("blur(4px)"),
            layers: [Scene.Layer(.picture(Scene.Picture(picture: logo)))]
        )
        let scene = Scene(layers: [pane])
        let result = try Frostpane.render(photo, .scene(scene, pictures: [logo: Array(photo)]))
        #expect(result != Array(photo))
        let missing = #expect(throws: Frostpane.Failure.self) {
            try Frostpane.render(photo, .scene(scene))
        }
        #expect(missing?.reason == .effect)
    }

    private static let failures: [(Frostpane.Effect, Frostpane.Options, Frostpane.Failure.Reason)] =
        [
            (.blur(-1), .init(), .effect),
            (.blur(.nan), .init(), .effect),
            (.filter("blurr(3px)"), .init(), .effect),
            (.scene(Scene(layers: [])), .init(), .effect),
            (.blur(1), .init(limits: DecodeLimits(maximumSide: 100)), .size),
            (.blur(1), .init(timeLimit: .zero), .time),
        ]

    @Test(arguments: failures.indices)
    func `names the kind of a failure`(index: Int) throws {
        let (effect, options, reason) = Self.failures[index]
        let failure = #expect(throws: Frostpane.Failure.self) {
            try Frostpane.render(photo, effect, options)
        }
        #expect(failure?.reason == reason)
        #expect(failure?.description.isEmpty == false)
    }

    @Test func `refuses what is no picture, and what is damaged`() throws {
        for bytes in [Data(), Data("text".utf8), photo.prefix(5000)] {
            let options = Frostpane.Options(damage: .strict)
            let failure = #expect(throws: Frostpane.Failure.self) {
                try Frostpane.render(bytes, .blur(1), options)
            }
            #expect(failure?.reason == .picture)
        }
    }

    @Test func `ends its tutorial with the example`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        #expect(
            try Data(contentsOf: root.appending(path: "Examples/frost/Sources/frost/main.swift"))
                == Data(
                    contentsOf: root.appending(
                        path: "Sources/Frostpane/Frostpane.docc/Resources/frost-3.swift"
                    )
                )
        )
    }
}
