// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

/// A suggestion is a word of the same meaning: words that only look alike get an advice, or nothing.
@Suite
struct SuggestionTests {
    private static let names: [(String, String?)] = [
        // Misspelled.
        ("blurr", "blur"), ("bulr", "blur"), ("widht", "width"), ("saturaet", "saturate"),
        ("Quality", "quality"), ("regions", "region"), ("mask-chanel", "mask-channel"),
        ("backgroud", "background"), ("presets", "preset"), ("invert_region", "invert-region"),
        // Named otherwise.
        ("sat", "saturate"), ("page", "frame"), ("pg", "frame"), ("tilt", "rotate"),
        ("q", "quality"),
        ("dpr", "scale"), ("object-fit", "fit"), ("corner-radius", "corner"), ("rot", "rotate"),
        // Something else, with names that look alike.
        ("strip", nil), ("mode", nil), ("drop", nil), ("mark", nil), ("map", nil), ("tile", nil),
        ("fill", nil), ("font", nil), ("trace", nil), ("gamma", nil), ("threshold", nil),
        ("tone", nil), ("hit", nil), ("blur2", nil), ("noise", nil), ("sharpen", nil), ("pan", nil),
        ("color", nil), ("client-hints", nil), ("zoom", nil), ("min", nil), ("sig", nil),
    ]

    @Test(arguments: names)
    func `suggests a parameter of the same meaning`(name: String, parameter: String?) {
        #expect(Suggestion.nearest(to: name) == parameter)
    }

    private static let words: [(String, [String], String?)] = [
        ("gif", ["jpeg", "png", "webp", "avif", "jxl", "auto"], nil),
        ("apng", ["jpeg", "png", "webp", "avif", "jxl", "auto"], nil),
        ("webm", ["jpeg", "png", "webp", "avif", "jxl", "auto"], nil),
        ("mpeg", ["jpeg", "png", "webp", "avif", "jxl", "auto"], nil),
        ("heif", ["jpeg", "png", "webp", "avif", "jxl", "auto"], nil),
        ("jp2", ["jpeg", "png", "webp", "avif", "jxl", "auto"], nil),
        ("jpge", ["jpeg", "png", "webp", "avif", "jxl", "auto"], "jpeg"),
        ("hv", ["h", "v", "none"], nil),
        ("422", ["420", "444"], nil),
        ("lanczos2", ["lanczos3", "mitchell", "catmull-rom"], nil),
        ("lanczos", ["lanczos3", "mitchell", "catmull-rom"], "lanczos3"),
        ("wcag3", ["wcag", "apca"], nil),
        ("yes", ["0", "1", "true", "false"], "1"),
        ("contian", ["contain", "cover", "fill"], "contain"),
    ]

    @Test(arguments: words)
    func `suggests a value of the same meaning`(text: String, words: [String], word: String?) {
        #expect(Suggestion.word(for: text, among: words) == word)
    }

    @Test func `takes no share for a number with a unit`() {
        #expect(Suggestion.number(for: "50%", in: 1...65_535, unit: "px, pt") == nil)
        #expect(Suggestion.number(for: "180%", in: 0...10, unit: nil) == "1.8")
        #expect(Suggestion.number(for: "20 px", in: 0...1000, unit: "px, pt") == "20")
    }

    private static let members: [(String, [String], String?)] = [
        ("alpha", ["shape", "opacity", "tint"], "opacity"),
        ("cornerRadius", ["shape", "corners", "opacity"], "corners"),
        ("border-radius", ["shape", "corners", "opacity"], "corners"),
        ("radius", ["curve", "radius", "topLeft"], "radius"),
        ("fontSize", ["text", "font", "color"], "font"),
        ("fontSize", ["family", "size", "weight"], "size"),
        ("numberOfLines", ["text", "maximumLines"], "maximumLines"),
        ("maximum_lines", ["text", "maximumLines"], "maximumLines"),
        ("content-mode", ["image", "fit", "scale"], "fit"),
        ("backgroundColor", ["background", "filter"], "background"),
        ("blendMode", ["blend", "group"], "blend"),
        ("materail", ["material", "filter"], "material"),
        ("opacity", ["x", "y", "width", "height"], nil),
        ("note", ["digest", "part"], nil),
    ]

    @Test(arguments: members)
    func `suggests a member of a scene with the same meaning`(
        name: String,
        names: [String],
        member: String?
    ) {
        #expect(SceneMembers.nearest(to: name, among: names) == member)
    }
}
