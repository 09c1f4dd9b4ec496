// SPDX-License-Identifier: Apache-2.0

import CPango
import Effects
import Glibc
import Raster

/// A Pango layout of one text, released with this value.
@safe
struct TextLayout: ~Copyable {
    private let handle: OpaquePointer
    private let frame: Rectangle

    /// Whether the text is the beginning of a longer one.
    private let isBeginning: Bool

    /// Lays out a text, and shortens it to the lines that it may have and that its frame has room for.
    static func of(_ form: TextForm) throws(TypesettingError) -> TextLayout {
        try TextRaster.check(form)
        let whole = try whole(form)
        if whole.fits(form) { return whole }
        // Lines without a word are lost without an ellipsis.
        if let words = form.withoutLastBlanks {
            let layout = try Self.whole(words)
            if layout.fits(form) { return layout }
        }
        // The longest beginning that leaves room for an ellipsis.
        var counts = 0..<form.text.count
        while !counts.isEmpty {
            let middle = (counts.lowerBound + counts.upperBound) / 2
            if try Self.whole(form.shortened(to: middle)).fits(form) {
                counts = (middle + 1)..<counts.upperBound
            } else {
                counts = counts.lowerBound..<middle
            }
        }
        let count = max(0, counts.lowerBound - 1)
        return try Self.whole(form.shortened(to: count), isBeginning: true)
    }

    /// Whether all lines are drawn, and no more than the form permits.
    private func fits(_ form: TextForm) -> Bool {
        let extents = extents
        return extents.lineCount == extents.drawnLineCount
            && extents.lineCount <= form.maximumLines ?? .max
    }

    /// Lays out all lines of a text.
    private static func whole(
        _ form: TextForm,
        isBeginning: Bool = false
    ) throws(TypesettingError) -> TextLayout {
        // SAFETY: the result owns the handle.
        guard let handle = unsafe cpango_layout_create() else { throw .outOfMemory }
        let layout = unsafe TextLayout(
            handle: handle,
            frame: form.frame,
            isBeginning: isBeginning
        )
        try layout.check(layout.start(form), form)
        return layout
    }

    private init(handle: OpaquePointer, frame: Rectangle, isBeginning: Bool) {
        // SAFETY: the caller has just created the handle and gives it away.
        unsafe self.handle = handle
        self.frame = frame
        self.isBeginning = isBeginning
    }

    /// Replaces spaces that carry a combining mark by no-break spaces.
    ///
    /// Pango 1.50 marks such a space both as a possible line end and as none. In a frame narrower
    /// than the space it then ends the process by an assertion.
    private static func unbreakable(_ runs: [TextForm.Run]) -> [String] {
        var results: [String.UnicodeScalarView] = []
        // The run with the scalar before.
        var last = 0
        var before: Unicode.Scalar?
        for (index, run) in runs.enumerated() {
            results.append(.init())
            for scalar in run.text.unicodeScalars {
                if before == " ", carries(scalar) {
                    results[last].removeLast()
                    results[last].append("\u{A0}")
                }
                results[index].append(scalar)
                (last, before) = (index, scalar)
            }
        }
        return results.map { String($0) }
    }

    /// Whether a scalar attaches to the one before it, such as a combining mark.
    private static func carries(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        // Joiners and other invisible format characters.
        case .format: return true
        // Foreign: Unicode.GeneralCategory
        default: return false
        }
    }

    /// Returns the character to report for a glyph that Pango finds in no font.
    ///
    /// Pango may look for another scalar than the one in the text: it decomposes the Thai sara am,
    /// for example.
    private static func scalar(for missing: cpango_missing, in form: TextForm) -> Unicode.Scalar {
        if let scalar = Unicode.Scalar(missing.code_point),
            form.text.unicodeScalars.contains(scalar)
        {
            return scalar
        }
        let shown = Array(unbreakable(form.runs).joined().utf8)
        let cluster = Int(missing.start)..<Int(missing.end)
        let scalars = String(decoding: shown[cluster.clamped(to: shown.indices)], as: UTF8.self)
            .unicodeScalars
        // Combining characters follow their base, and invisible ones need no glyph.
        return scalars.last { !$0.properties.isDefaultIgnorableCodePoint } ?? "\u{FFFD}"
    }

    private func start(_ form: TextForm) -> cpango_status {
        let shown = Self.unbreakable(form.runs)
        var families: [CChar] = []
        var runs: [cpango_run] = []
        for (run, text) in zip(form.runs, shown) {
            runs.append(
                cpango_run(
                    byte_count: text.utf8.count,
                    family: families.count,
                    size: run.size,
                    letter_spacing: run.letterSpacing,
                    weight: Int32(run.weight),
                    is_italic: run.isItalic ? 1 : 0,
                    is_underlined: run.isUnderlined ? 1 : 0,
                    is_struck: run.isStruck ? 1 : 0,
                    is_drawn: run.isDrawn ? 1 : 0
                )
            )
            families += run.family.utf8CString
        }
        let text = shown.joined()
        // SAFETY: text, runs and names live until the call returns, which copies what it keeps; the
        // text and each name hold no zero, which `check` of the form refuses, and end with one.
        return unsafe text.withCString { characters in
            unsafe families.withUnsafeBufferPointer { families in
                unsafe runs.withUnsafeBufferPointer { runs in
                    guard let names = families.baseAddress, let first = runs.baseAddress else {
                        return CPANGO_FAILED
                    }
                    var request = unsafe cpango_form(
                        text: characters,
                        byte_count: text.utf8.count,
                        runs: first,
                        run_count: runs.count,
                        families: names,
                        line_height: form.lineHeight ?? 0,
                        width: form.frame.width,
                        height: form.frame.height,
                        alignment: form.alignment.code,
                        position: form.position.code,
                        wrapping: form.wrapping.code,
                        direction: form.direction.code
                    )
                    return unsafe cpango_layout_start(handle, &request)
                }
            }
        }
    }

    deinit {
        // SAFETY: `self` is the only owner of the handle.
        unsafe cpango_layout_destroy(handle)
    }

    /// The bounds of the laid-out text, and its fonts.
    var extents: TextExtents {
        // SAFETY: the handle is open and laid out.
        let extents = unsafe cpango_layout_extents(handle)
        var families: [String] = []
        // SAFETY: the names end with a zero and live as long as the handle; they are copied.
        while let name = unsafe cpango_layout_family(handle, families.count) {
            unsafe families.append(String(cString: name))
        }
        return TextExtents(
            logical: rectangle(extents.logical),
            ink: rectangle(extents.ink),
            lineCount: Int(extents.line_count),
            drawnLineCount: Int(extents.drawn_line_count),
            isShortened: isBeginning || extents.is_truncated != 0,
            families: families
        )
    }

    private func rectangle(_ box: cpango_box) -> Rectangle {
        Rectangle(
            x: frame.x + box.left,
            y: frame.y + box.top,
            width: box.right - box.left,
            height: box.bottom - box.top
        )
    }

    /// Draws the text onto memory that is all zeros; glyphs get their own colors if there is room.
    ///
    /// - Parameters:
    ///   - rect: The rectangle of the image that the memory is for.
    ///   - coverage: The coverage of each pixel, in rows of the length of a ``TextPlane``.
    ///   - colors: The pixels of glyphs with colors of their own; empty for no room.
    /// - Returns: Whether a glyph was drawn in colors of its own.
    /// - Throws: ``TypesettingError/failed``.
    func draw(
        _ rect: PixelRect,
        onto coverage: inout MutableSpan<UInt8>,
        _ colors: inout MutableSpan<UInt32>
    ) throws(TypesettingError) -> Bool {
        let stride = TextPlane.stride(width: rect.size.width)
        var hasColors = false
        // SAFETY: the memory holds `stride` bytes for each row, a multiple of four and no less than
        // the width, and as many pixels as the rectangle or none; neither is used elsewhere until
        // the call returns.
        let status = unsafe coverage.withUnsafeMutableBufferPointer { bytes in
            unsafe colors.withUnsafeMutableBufferPointer { pixels in
                guard let start = bytes.baseAddress, bytes.count >= stride * rect.size.height,
                    pixels.isEmpty || pixels.count == rect.size.pixelCount
                else { return CPANGO_FAILED }
                var planes = unsafe cpango_planes(
                    alpha: start,
                    stride: stride,
                    colors: pixels.isEmpty ? nil : pixels.baseAddress,
                    width: Int32(rect.size.width),
                    height: Int32(rect.size.height),
                    has_colors: 0
                )
                let status = unsafe cpango_layout_draw(
                    handle,
                    &planes,
                    frame.x - Double(rect.x),
                    frame.y - Double(rect.y)
                )
                hasColors = unsafe planes.has_colors != 0
                return status
            }
        }
        guard status == CPANGO_OK else { throw .failed }
        return hasColors
    }

    /// Returns the versions of the text libraries and a hash of the fonts; see
    /// ``TextRaster/identity()``.
    static func identity() throws(TypesettingError) -> String {
        var text = [CChar](repeating: 0, count: 200)
        // SAFETY: C writes at most as many bytes as it is told, the last of them a zero.
        let status = unsafe text.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return CPANGO_FAILED }
            return unsafe cpango_identity(start, buffer.count)
        }
        switch status {
        case CPANGO_OK: break
        case CPANGO_UNAVAILABLE, CPANGO_NO_FONTS: throw .unavailable
        default: throw .failed
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The paths of the files of all installed fonts, zero-terminated, some of them repeatedly.
    ///
    /// Empty before the libraries are loaded.
    static var fontFiles: [[CChar]] {
        var paths: [[CChar]] = []
        // SAFETY: the paths end with a zero and live until the fonts are loaded anew; they are copied.
        while let path = unsafe cpango_font_file(paths.count) {
            let text = unsafe UnsafeBufferPointer(start: path, count: strlen(path) + 1)
            unsafe paths.append(Array(text))
        }
        return paths
    }

    private func check(_ status: cpango_status, _ form: TextForm) throws(TypesettingError) {
        switch status {
        case CPANGO_OK: return
        case CPANGO_UNAVAILABLE, CPANGO_NO_FONTS: throw .unavailable
        case CPANGO_UNKNOWN_FAMILY:
            // SAFETY: the handle is open.
            let index = unsafe cpango_layout_unknown_family(handle)
            throw .unknownFamily(form.runs[index].family)
        case CPANGO_MISSING_GLYPH:
            // SAFETY: the handle is open.
            let missing = unsafe cpango_layout_missing(handle)
            throw .missingGlyph(Self.scalar(for: missing, in: form))
        case CPANGO_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .failed
        }
    }
}
