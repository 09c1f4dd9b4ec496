// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Platform
import Raster
import Testing
import Typesetting

@testable import Rendering

/// Renders whose memory is held against their estimates.
enum EstimatedRender {
    static var isOptimized: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    static let hasFonts = (try? TextRaster.identity()) != nil

    /// What an estimate may be exceeded by: the memory of code that runs for the first time.
    private static let slack = 4 << 20

    private static let size = PixelSize(width: 1600, height: 1200)
    private static let mask = ResourceID(digest: String(repeating: "a", count: 64))
    private static let photo = ResourceID(digest: String(repeating: "b", count: 64))

    static let lists = [
        "blur(0.6px)", "blur(20px)", "blur(1000px)", "hue-rotate(40deg) contrast(4)",
        "curve(0 0.2 0.9 1)", "luminance-curve(0.5 0 0.9 0.2 1)",
        "drop-shadow(9px -500px 40px red)",
        "vignette(10%)", "average-color", "pixelate(300px)", "magnify(3)",
        "motion-blur(250px 80deg)",
        "motion-blur(250px 10deg)", "zoom-blur(0.01)", "zoom-blur(0.3)", "tint(#f008)",
        "opacity(0.4)",
        "variable-blur(100px mask(\(mask.digest)))",
        "zoom-blur(0.3) blur(9px) zoom-blur(1 at 0% 0%)",
        "exposure(1) vibrance(0.5) temperature(5000)", "equalize()", "threshold-otsu()",
        "unsharp-mask(30px)", "bloom(200px)", "median(3px)", "disc-blur(40px)", "box-blur(300px)",
        "edges(1)", "grain(20%)",
    ]

    static let files: [(name: String, make: @Sendable () throws -> SourceImage)] = [
        ("JPEG", { try source(.jpeg(JPEGOptions()), .rgb) }),
        ("JPEG of 4:4:4", { try source(.jpeg(JPEGOptions(subsampling: .s444)), .rgb) }),
        ("gray JPEG", { try source(.jpeg(JPEGOptions()), .gray) }),
        ("progressive JPEG", { try source(.jpeg(JPEGOptions(progressive: true)), .rgb) }),
        ("turned JPEG", { try turned(source(.jpeg(JPEGOptions()), .rgb)) }),
        ("gray PNG", { try source(.png(PNGOptions()), .gray) }),
        ("PNG with alpha", { try source(.png(PNGOptions()), .rgba) }),
        ("PNG of 16 bits", { try source(.png(PNGOptions(bitDepth: .sixteen)), .rgba) }),
        (
            "turned PNG of 16 bits",
            { try turned(source(.png(PNGOptions(bitDepth: .sixteen)), .rgb)) }
        ),
    ]

    static let results: [(name: String, options: EncodingOptions)] = [
        ("JPEG", .jpeg(JPEGOptions())),
        (
            "progressive JPEG",
            .jpeg(JPEGOptions(quality: 100, subsampling: .s444, progressive: true))
        ),
        ("optimized JPEG", .jpeg(JPEGOptions(optimized: true))),
        ("PNG", .png(PNGOptions(reduces: true))),
        ("PNG of level 9", .png(PNGOptions(compression: 9, reduces: true))),
    ]

    static let scenes: [(name: String, make: @Sendable () throws -> [Plan.Step])] = [
        ("one pane", { [.panes([try pane("blur(20px)")])] }),
        ("panes on each other", { Array(repeating: .panes([try pane("blur(20px)")]), count: 20) }),
        ("a group", { [.panes(Array(repeating: try pane("magnify(2) blur(9px)"), count: 30))] }),
        ("a group of zooms", { [.panes(Array(repeating: try pane("zoom-blur(0.5)"), count: 4))] }),
        ("a mask", { [.panes([try pane("blur(9px)", isMasked: true)])] }),
        (
            "photos",
            {
                let form = PictureForm(picture: photo, frame: frame, mode: .fill)
                let contents = Array(repeating: Content(.picture(form), ink: .own(0.5)), count: 5)
                return [.panes([try pane("invert(1)", contents)])]
            }
        ),
        (
            "the alpha of a photo",
            {
                let form = PictureForm(picture: photo, frame: frame, mode: .stretch)
                let content = Content(.picture(form), ink: .color(StraightColor(white: 0.5)))
                return [.panes([try pane("invert(1)", [content])])]
            }
        ),
        (
            "shapes",
            {
                let shape = Content(.shape(.ellipse(frame)), ink: .color(StraightColor(white: 0.5)))
                return [.panes([try pane("invert(1)", Array(repeating: shape, count: 64))])]
            }
        ),
        (
            "a text",
            {
                let form = text(String(repeating: "Wm ", count: 1300))
                let content = Content(.text(form), ink: .color(StraightColor(white: 0.5)))
                return [.panes([try pane("invert(1)", [content])])]
            }
        ),
        (
            "a text with emoji",
            {
                // Of one line, so that the plane counts more than the layout.
                let form = text("Wm \u{1F600}")
                let content = Content(.text(form), ink: .color(StraightColor(white: 0.5)))
                return [.panes([try pane("invert(1)", [content])])]
            }
        ),
        (
            "the shadow of a text",
            {
                var form = text(String(repeating: "Wm ", count: 1300))
                form.shadowSigma = 6
                let content = Content(.text(form), ink: .color(StraightColor(white: 0.5)))
                return [.panes([try pane("invert(1)", [content])])]
            }
        ),
        (
            "a blurred shadow and a border",
            {
                let shape = Shape.rectangle(frame.outset(by: -300), Corners(radius: 80))
                let contents: [Content.Form] = [
                    .shadow(shape, sigma: 40, isInside: false),
                    .shadow(shape, sigma: 9, isInside: true),
                    .ring(shape, hole: .ellipse(frame.outset(by: -400))),
                ]
                let ink = Ink.color(StraightColor(white: 0.5))
                return [.panes([try pane("none", contents.map { Content($0, ink: ink) })])]
            }
        ),
        (
            "groups of a photo with a mask and clips",
            {
                let form = PictureForm(picture: photo, frame: frame, mode: .fill)
                let group = Content(
                    .group(Array(repeating: Content(.picture(form), ink: .own(0.5)), count: 3)),
                    ink: .own(0.5),
                    clips: [Clip([.ellipse(frame)]), Clip([.ellipse(frame)], isInverted: true)],
                    mask: PaneCoverage.PlacedMask(Mask(mask, channel: .luminance), frame: frame),
                    blend: .multiply
                )
                return [.panes([try pane("none", [group])])]
            }
        ),
        ("a gallery", { [.gallery(Gallery(materialsOn: size, traits: Traits()))] }),
    ]

    // MARK: Pictures

    private static let frame = Rectangle(
        x: 0,
        y: 0,
        width: Double(size.width),
        height: Double(size.height)
    )

    /// Loads fonts, which are counted apart.
    static func loadFonts() throws {
        _ = try TextRaster.draw(
            text("Ag\u{1F600}"),
            in: PixelRect(x: 0, y: 0, width: 90, height: 90)
        )
    }

    static func text(_ text: String) -> TextForm {
        TextForm(text: text, family: "DejaVu Sans", size: 20, frame: frame)
    }

    static func pane(
        _ list: String,
        _ contents: [Content] = [],
        isMasked: Bool = false
    ) throws -> Pane {
        let mask = PaneCoverage.PlacedMask(Mask(Self.mask, channel: .luminance), frame: frame)
        return Pane(
            bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            coverage: PaneCoverage(shapes: [], isInverted: true, mask: isMasked ? mask : nil),
            filters: try FilterList(list).filters(edge: .mirror),
            contents: contents
        )
    }

    static func source(
        _ options: EncodingOptions,
        _ layout: ChannelLayout
    ) throws -> SourceImage {
        var bytes: [UInt8] = []
        var encoder = try ImageEncoder(options, size: size, layout: layout) { bytes += $0 }
        var band = Band<Straight>(layout: layout, width: size.width, capacity: 16)
        band.rowCount = 16
        for first in stride(from: 0, to: size.height, by: 16) {
            for channel in 0..<layout.channelCount {
                for row in 0..<16 {
                    var samples = band.mutableRow(row, of: channel)
                    for x in samples.indices {
                        samples[x] = UInt16(truncatingIfNeeded: x &* 30 &+ (first + row) &* 40)
                    }
                }
            }
            try encoder.encodeRows(band)
        }
        try encoder.finish()
        return try SourceImage(bytes: bytes, limits: DecodeLimits())
    }

    private static func turned(_ source: SourceImage) throws -> SourceImage {
        var header = source.header
        header.orientation = .rightTop
        return SourceImage(bytes: source.bytes, header: header)
    }

    // MARK: Measuring

    static func expect(_ source: SourceImage, _ list: String) throws {
        try expect(source, Plan(filters: try FilterList(list).filters(edge: .clamp)))
    }

    static func expect(
        _ source: SourceImage,
        _ plan: Plan,
        _ options: EncodingOptions = .png(PNGOptions())
    ) throws {
        let resource = try Self.source(.png(PNGOptions()), .rgba)
        let renderer = try Renderer(
            source: source,
            plan: plan,
            output: OutputOptions(encoding: options),
            limits: DecodeLimits(),
            resources: [mask: resource, photo: resource]
        )
        let before = try resident()
        _ = try renderer.run { _ in }
        let count = plan.resources.isEmpty ? 0 : resource.bytes.count
        try expectPeak(over: before - count, source, renderer.estimate)
    }

    /// What is resident; the peak begins again there.
    static func resident() throws -> Int {
        // As the program does.
        Syscall.returnLargeBlocks()
        // What was freed before would be used again, and not show.
        Syscall.returnFreedMemory()
        // Reference: proc(5): the peak begins again at what is resident now.
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        return try byteCount("VmRSS:")
    }

    static func expectPeak(
        over before: Int,
        _ source: SourceImage,
        _ estimate: RenderEstimate
    ) throws {
        // The files are in memory before, and in the estimate.
        let taken = try byteCount("VmHWM:") - before + source.bytes.count
        let most = estimate.memory * 11 / 10 + slack
        precondition(taken <= most, "took \(taken) of \(estimate.memory) estimated")
    }

    private static func byteCount(_ key: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(key) })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
