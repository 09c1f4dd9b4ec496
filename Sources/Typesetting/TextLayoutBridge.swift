// SPDX-License-Identifier: Apache-2.0

import CPango
import Effects
import Raster

/// The owner of one Pango layout of a text.
@safe
struct TextLayout: ~Copyable {
    private let handle: OpaquePointer
    private let frame: Rectangle

    /// Lays a text out.
    static func of(_ form: TextForm) throws(TypesettingError) -> TextLayout {
        try TextRaster.check(form)
        // SAFETY: the result owns the handle.
        guard let handle = unsafe cpango_layout_create() else { throw .outOfMemory }
        let layout = unsafe TextLayout(handle: handle, frame: form.frame)
        try layout.check(layout.start(form), form)
        return layout
    }

    private init(handle: OpaquePointer, frame: Rectangle) {
        // SAFETY: the caller has just created the handle and gives it away.
        unsafe self.handle = handle
        self.frame = frame
    }

    /// Replaces a space that carries a combining mark by a no-break space.
    ///
    /// Pango 1.50 marks such a space both as a possible line end and as none. In a frame narrower
    /// than the space it then ends the process by an assertion.
    private static func unbreakable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if before == " ", carries(scalar) {
                result.removeLast()
                result.append("\u{A0}")
            }
            result.append(scalar)
            before = scalar
        }
        return String(result)
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

    /// The scalar of a text that has no glyph in any font.
    ///
    /// Pango may look for another scalar than the one in the text: it decomposes the Thai sara am,
    /// for example.
    private static func scalar(for missing: cpango_missing, in text: String) -> Unicode.Scalar {
        if let scalar = Unicode.Scalar(missing.code_point), text.unicodeScalars.contains(scalar) {
            return scalar
        }
        let shown = Array(unbreakable(text).utf8)
        let cluster = Int(missing.start)..<Int(missing.end)
        let scalars = String(decoding: shown[cluster.clamped(to: shown.indices)], as: UTF8.self)
            .unicodeScalars
        // Combining characters follow their base, and invisible ones need no glyph.
        return scalars.last { !$0.properties.isDefaultIgnorableCodePoint } ?? "\u{FFFD}"
    }

    private func start(_ form: TextForm) -> cpango_status {
        let shown = Self.unbreakable(form.text)
        // SAFETY: both texts live until the call returns, which copies what it keeps; neither holds
        // a zero, which `check` of the form refuses, and each ends with one.
        return unsafe shown.withCString { text in
            unsafe form.family.withCString { family in
                var request = unsafe cpango_form(
                    text: text,
                    byte_count: shown.utf8.count,
                    family: family,
                    size: form.size,
                    weight: Int32(form.weight),
                    is_italic: form.isItalic ? 1 : 0,
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

    deinit {
        // SAFETY: `self` is the only owner of the handle.
        unsafe cpango_layout_destroy(handle)
    }

    /// The bounds and fonts of the layout.
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

    /// Draws the text onto an empty plane.
    func draw(into plane: inout TextPlane) throws(TypesettingError) {
        let rect = plane.rect
        let stride = plane.stride
        // SAFETY: the plane holds `stride` bytes for each row, a multiple of four and no less than
        // the width, and is not used elsewhere until the call returns.
        let status = unsafe plane.samples.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress, bytes.count >= stride * rect.size.height else {
                return CPANGO_FAILED
            }
            return unsafe cpango_layout_draw(
                handle,
                start,
                stride,
                Int32(rect.size.width),
                Int32(rect.size.height),
                frame.x - Double(rect.x),
                frame.y - Double(rect.y)
            )
        }
        guard status == CPANGO_OK else { throw .failed }
    }

    /// The identity of libraries and fonts; see ``TextRaster/identity()``.
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

    private func check(_ status: cpango_status, _ form: TextForm) throws(TypesettingError) {
        switch status {
        case CPANGO_OK: return
        case CPANGO_UNAVAILABLE, CPANGO_NO_FONTS: throw .unavailable
        case CPANGO_UNKNOWN_FAMILY: throw .unknownFamily(form.family)
        case CPANGO_MISSING_GLYPH:
            // SAFETY: the handle is open.
            let missing = unsafe cpango_layout_missing(handle)
            throw .missingGlyph(Self.scalar(for: missing, in: form.text))
        case CPANGO_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .failed
        }
    }
}

extension TextForm.Alignment {
    fileprivate var code: cpango_alignment {
        switch self {
        case .natural: CPANGO_ALIGN_NATURAL
        case .left: CPANGO_ALIGN_LEFT
        case .center: CPANGO_ALIGN_CENTER
        case .right: CPANGO_ALIGN_RIGHT
        case .justified: CPANGO_ALIGN_JUSTIFIED
        }
    }
}

extension TextForm.Position {
    fileprivate var code: cpango_position {
        switch self {
        case .top: CPANGO_POSITION_TOP
        case .middle: CPANGO_POSITION_MIDDLE
        case .bottom: CPANGO_POSITION_BOTTOM
        }
    }
}

extension TextForm.Wrapping {
    fileprivate var code: cpango_wrapping {
        switch self {
        case .word: CPANGO_WRAP_WORD
        case .character: CPANGO_WRAP_CHARACTER
        case .truncate: CPANGO_WRAP_TRUNCATE
        }
    }
}

extension TextForm.Direction {
    fileprivate var code: cpango_direction {
        switch self {
        case .auto: CPANGO_DIRECTION_AUTO
        case .ltr: CPANGO_DIRECTION_LTR
        case .rtl: CPANGO_DIRECTION_RTL
        }
    }
}
