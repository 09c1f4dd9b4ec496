// SPDX-License-Identifier: Apache-2.0

/// Rewrites a drawing with constructs that the library knows.
///
/// librsvg 2.54 draws `var()`, `calc()`, colors such as `oklch()`, conditions, `transform-origin` and
/// `feDropShadow` as if they were not there, and embedded pictures under another type or in WebP not at all. Here
/// they are replaced by what they amount to. What cannot be replaced is noted.
///
/// It runs in the codec process, as it reads the whole file.
struct DrawingRewriter {
    /// The greatest depth of elements that libxml2 reads.
    private static let depthLimit = 255

    /// The greatest length of an attribute or a text that libxml2 reads, in bytes.
    private static let pieceLimit = 9_990_000

    private let source: [UInt8]
    private var styles: StyleRewriter
    private var output: [UInt8] = []
    /// The end of the source that was copied or replaced.
    private var copied = 0
    private var isChanged = false
    private var shadowCount = 0
    /// The end tags of elements that stand for shadows with contents.
    private var closings: [String] = []

    /// Rewrites a drawing.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - request: The size that is asked for.
    /// - Returns: The drawing; unchanged if it is no XML, as the library then tells.
    /// - Throws: `truncated`, `tooDeep` or `tooLong`.
    static func rewrite(
        _ bytes: Span<UInt8>,
        _ request: ForeignRequest
    ) throws(ForeignError) -> PreparedFile {
        var file = (0..<bytes.count).map { bytes[$0] }
        let isTranscoded = UTF16Text.transcode(&file)
        do {
            var rewriter = DrawingRewriter(file, request)
            try rewriter.collect()
            try rewriter.replace()
            let bytes = rewriter.isChanged ? rewriter.output : isTranscoded ? file : nil
            return PreparedFile(bytes: bytes, notes: rewriter.styles.notes)
        } catch let error as ForeignError {
            throw error
        } catch MarkupScanner.Fault.unfinished {
            throw .truncated
        } catch {
            return PreparedFile(bytes: isTranscoded ? file : nil, notes: [])
        }
    }

    private init(_ bytes: [UInt8], _ request: ForeignRequest) {
        source = bytes
        let frame = DrawingFrame(bytes)
        let isAsked = request.width > 0 && request.height > 0
        styles = StyleRewriter(
            viewport: isAsked
                ? (Double(request.width), Double(request.height)) : (frame.width, frame.height),
            box: frame.box
        )
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: source[range], as: UTF8.self)
    }

    private func localName(_ range: Range<Int>) -> String {
        let name = text(range)
        return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    // MARK: First pass

    /// Finds custom properties, and refuses what the library would refuse without a reason.
    private mutating func collect() throws {
        var scanner = MarkupScanner(source)
        var depth = 0
        var isStyle = false
        while let piece = try scanner.next() {
            switch piece {
            case .start(let tag):
                depth += tag.isEmpty ? 0 : 1
                guard depth <= Self.depthLimit else { throw ForeignError.tooDeep }
                isStyle =
                    !tag.isEmpty && localName(tag.name) == "style"
                    && styles.holds(
                        media: value(of: "media", tag) ?? ""
                    ) != false
                for attribute in tag.attributes {
                    guard attribute.value.count < Self.pieceLimit else {
                        throw ForeignError.tooLong
                    }
                    if text(attribute.name) == "style" {
                        styles.noteVariables(inDeclarations: text(attribute.value)[...])
                    }
                }
            case .end:
                depth -= 1
                isStyle = false
            case .text(let range):
                guard range.count < Self.pieceLimit else { throw ForeignError.tooLong }
                if isStyle, let sheet = sheet(range) { styles.noteVariables(inSheet: sheet[...]) }
            case .other: break
            }
        }
        guard depth <= 0 else { throw MarkupScanner.Fault.unfinished }
    }

    private func value(of name: String, _ tag: MarkupScanner.Tag) -> String? {
        tag.attributes.first { text($0.name) == name }.map { text($0.value) }
    }

    // MARK: Second pass

    private mutating func replace() throws {
        var scanner = MarkupScanner(source)
        var isStyle = false
        while let piece = try scanner.next() {
            switch piece {
            case .start(let tag):
                let name = localName(tag.name)
                isStyle = !tag.isEmpty && name == "style"
                if isStyle, styles.holds(media: value(of: "media", tag) ?? "") == false {
                    // Its rules go away with the text.
                    isStyle = false
                    if case .text(let range)? = try scanner.next() { put("", in: range) }
                    continue
                }
                note(name)
                if name == "feDropShadow" {
                    replaceShadow(tag)
                } else {
                    replaceAttributes(tag, name)
                }
            case .end(let range):
                isStyle = false
                if !closings.isEmpty, text(range).contains("feDropShadow") {
                    put(closings.removeLast(), in: range)
                }
            case .text(let range) where isStyle: replaceSheet(range)
            case .text, .other: break
            }
        }
        put("", in: source.count..<source.count)
    }

    /// Copies the source up to a range, and writes another text in its place.
    private mutating func put(_ text: String, in range: Range<Int>) {
        output += source[copied..<range.lowerBound]
        output += text.utf8
        copied = range.upperBound
        if !range.isEmpty || !text.isEmpty { isChanged = true }
    }

    private mutating func note(_ name: String) {
        switch name {
        case "foreignObject": styles.notes.insert(.foreignObjects)
        case "animate", "set", "animateTransform", "animateMotion", "animateColor":
            styles.notes.insert(.animations)
        case "textPath": styles.notes.insert(.textLayout)
        case _: break
        }
    }

    /// The style sheet in a text or a CDATA section; nil if it has references to entities of the drawing.
    private func sheet(_ range: Range<Int>) -> String? {
        var sheet = text(range)
        if !isCharacterData(range) {
            sheet = sheet.replacing("&gt;", with: ">").replacing("&lt;", with: "<")
                .replacing("&quot;", with: "\"").replacing("&apos;", with: "'")
            guard !sheet.replacing("&amp;", with: "").contains("&") else { return nil }
            sheet = sheet.replacing("&amp;", with: "&")
        }
        return CSSText.withoutComments(sheet)
    }

    /// Whether a text is that of a CDATA section, in which references mean nothing.
    private func isCharacterData(_ range: Range<Int>) -> Bool {
        source[..<range.lowerBound].suffix(9).elementsEqual("<![CDATA[".utf8)
    }

    private mutating func replaceSheet(_ range: Range<Int>) {
        guard let plain = sheet(range) else { return }
        var rewritten = styles.sheet(rewriting: plain[...])
        if !isCharacterData(range) {
            rewritten = rewritten.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        }
        let needs = ["(", "--", "@", "{}", "rem", "vw", "vh", "&", "transform-origin"]
        // Plain sheets stay as they are, so that their errors are read as the library reads them.
        let isNested = plain.split(separator: "{").dropFirst().contains { part in
            part.firstIndex(of: "}") == nil
        }
        if isNested || needs.contains(where: plain.contains) { put(rewritten, in: range) }
    }

    private mutating func replaceAttributes(_ tag: MarkupScanner.Tag, _ name: String) {
        let origin = value(of: "transform-origin", tag)
        for attribute in tag.attributes {
            let key = text(attribute.name)
            guard attribute.value.count < 1 << 16 || key.hasSuffix("href") else { continue }
            let old = text(attribute.value)
            var new = old
            switch key {
            case "style": new = style(old)
            case "href", "xlink:href":
                if name == "image" || name == "feImage" {
                    new = EmbeddedPicture.address(old) ?? old
                }
            case "transform":
                if let origin {
                    let moved = styles.transform(
                        old,
                        around: styles.value(origin),
                        in: value(of: "transform-box", tag),
                        unit: ""
                    )
                    if moved == nil { styles.notes.insert(.transformOrigin) }
                    new = moved ?? old
                }
            case "d", "id", "class", "points", "data-name": break
            case _:
                new = styles.value(old)
                if name == "text" || name == "tspan" || key == "vector-effect" {
                    styles.noteAttribute(key, new)
                }
            }
            if new != old { put(new, in: attribute.value) }
        }
    }

    private mutating func style(_ old: String) -> String {
        // The semicolon of a reference such as &quot; ends no declaration.
        guard !old.contains("&") else { return old }
        let new = styles.declarations(rewriting: old[...])
        let needs = ["(", "--", "rem", "vw", "vh", "transform-origin"]
        return needs.contains(where: old.contains) ? new : old
    }

    // MARK: Shadows

    /// Replaces a shadow by the primitives that define it.
    ///
    /// Reference: Filter Effects Module Level 1, section 9.15.
    private mutating func replaceShadow(_ tag: MarkupScanner.Tag) {
        shadowCount += 1
        let mark = "frostpane-shadow-\(shadowCount)"
        var declared: [String: String] = [:]
        for (name, value) in StyleRewriter.declarations((value(of: "style", tag) ?? "")[...]) {
            declared[name] = value
        }
        func attribute(_ name: String, _ standard: String) -> String {
            (declared[name] ?? value(of: name, tag)).map { styles.value($0) } ?? standard
        }
        let colors = ["flood-color", "flood-opacity"].map { name in
            " \(name)=\"\(attribute(name, name == "flood-color" ? "black" : "1"))\""
        }.joined()
        let places = ["x", "y", "width", "height", "color-interpolation-filters"].map { name in
            value(of: name, tag).map { " \(name)=\"\($0)\"" } ?? ""
        }.joined()
        let result = value(of: "result", tag).map { " result=\"\($0)\"" } ?? ""
        let prefix = text(tag.name).replacing("feDropShadow", with: "")
        let input = value(of: "in", tag).map { " in=\"\($0)\"" } ?? ""
        func primitive(_ name: String, _ attributes: String, _ contents: String = "") -> String {
            contents.isEmpty
                ? "<\(prefix)\(name)\(attributes)/>"
                : "<\(prefix)\(name)\(attributes)>\(contents)</\(prefix)\(name)>"
        }
        let deviation = attribute("stdDeviation", "2")
        let shift = " dx=\"\(attribute("dx", "2"))\" dy=\"\(attribute("dy", "2"))\""
        let text =
            primitive("feOffset", "\(input) dx=\"0\" dy=\"0\" result=\"\(mark)-in\"")
            + primitive(
                "feGaussianBlur",
                " in=\"\(mark)-in\" stdDeviation=\"\(deviation)\"\(places)"
            )
            + primitive("feOffset", shift + places + " result=\"\(mark)-out\"")
            + primitive("feFlood", colors + places)
            + primitive("feComposite", " in2=\"\(mark)-out\" operator=\"in\"\(places)")
            + primitive(
                "feMerge",
                places + result,
                primitive("feMergeNode", "")
                    + primitive("feMergeNode", " in=\"\(mark)-in\"")
            )
        // Children, such as animations, stay within an element that is ignored.
        put(text + (tag.isEmpty ? "" : "<\(prefix)desc>"), in: tag.range)
        if !tag.isEmpty { closings.append("</\(prefix)desc>") }
    }
}
