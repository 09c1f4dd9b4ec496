// SPDX-License-Identifier: Apache-2.0

package import Effects
package import Raster
import Synchronization

/// Draws texts with the fonts of the system, through Pango and cairo.
///
/// Pango is loaded with the first text, which takes some 40 ms once. A caller that must not wait so
/// long checks ``knownIdentity`` first. One text is laid out or drawn at a time, whichever thread
/// asks. The pixels depend on the form, on the installed fonts, and on the versions of the
/// libraries: see ``identity()``.
///
/// The first line is always drawn, the others where the frame has room for their whole height. A text
/// with more lines ends with an ellipsis.
/// Glyphs may reach over the frame by up to an em.
package enum TextRaster {
    /// The greatest number of Unicode scalars in a text.
    package static let lengthLimit = 4_000

    /// The accepted font sizes, in pixels per em.
    package static let sizeRange: ClosedRange<Double> = 1...1000

    /// The accepted font weights, as in CSS.
    package static let weightRange = 100...1000

    /// The accepted coordinates of a frame's edges, in pixels.
    package static let coordinateRange: ClosedRange<Double> = -1_000_000...1_000_000

    /// The greatest length of a family name, in UTF-8 bytes.
    static let familyLengthLimit = 200

    /// The accepted letter spacings, relative to the size of the run's font.
    package static let letterSpacingRange: ClosedRange<Double> = -1...10

    /// The accepted heights of a line, in pixels.
    package static let lineHeightRange: ClosedRange<Double> = 0.25...10_000

    /// The accepted standard deviations of a shadow's blur, in pixels.
    package static let shadowSigmaRange: ClosedRange<Double> = 0...500

    /// The memory needed to lay out and draw a text, beside its plane, in bytes.
    package static let layoutByteCount = 8 << 20

    /// Throws if a text breaks a rule that does not depend on fonts.
    ///
    /// - Throws: The rule that the form breaks.
    /// - Complexity: O(the length of the text); no library is loaded.
    package static func check(_ form: TextForm) throws(TypesettingError) {
        let text = form.text
        guard !text.isEmpty, form.runs.allSatisfy({ !$0.text.isEmpty }) else { throw .emptyText }
        guard text.unicodeScalars.dropFirst(lengthLimit).isEmpty else {
            throw .textTooLong(limit: lengthLimit)
        }
        if let control = text.unicodeScalars.first(where: isRefused) {
            throw .controlCharacter(control)
        }
        for run in form.runs { try check(run) }
        if let height = form.lineHeight, !lineHeightRange.contains(height) {
            throw .outOfRange(.lineHeight)
        }
        if let lines = form.maximumLines, lines < 1 { throw .outOfRange(.maximumLines) }
        if let sigma = form.shadowSigma, !shadowSigmaRange.contains(sigma) {
            throw .outOfRange(.shadowSigma)
        }
        let frame = form.frame
        let edges = [frame.x, frame.y, frame.maxX, frame.maxY]
        guard edges.allSatisfy(coordinateRange.contains), frame.width > 0, frame.height > 0 else {
            throw .outOfRange(.frame)
        }
    }

    private static func check(_ run: TextForm.Run) throws(TypesettingError) {
        guard (1...familyLengthLimit).contains(run.family.utf8.count),
            !run.family.unicodeScalars.contains(where: {
                $0.properties.generalCategory == .control
            })
        else { throw .malformedFamily }
        guard sizeRange.contains(run.size) else { throw .outOfRange(.size) }
        guard weightRange.contains(run.weight) else { throw .outOfRange(.weight) }
        guard letterSpacingRange.contains(run.letterSpacing / run.size) else {
            throw .outOfRange(.letterSpacing)
        }
    }

    /// Returns the rectangle of pixels that a text may touch.
    ///
    /// - Parameters:
    ///   - form: A form that ``check(_:)`` accepts.
    ///   - clip: The area to draw on, in pixels of the picture.
    /// - Returns: The pixels of the frame and an em or the height of a line around, as far as they
    ///   lie in the clip.
    package static func rect(of form: TextForm, in clip: PixelRect) -> PixelRect {
        let reach = max(form.size, form.lineHeight ?? 0)
        let left = Int((form.frame.x - reach).rounded(.down))
        let top = Int((form.frame.y - reach).rounded(.down))
        let touched = PixelRect(
            x: left,
            y: top,
            width: Int((form.frame.maxX + reach).rounded(.up)) - left,
            height: Int((form.frame.maxY + reach).rounded(.up)) - top
        )
        return touched.intersection(clip)
    }

    /// Returns the memory needed to draw a text in bytes, known before anything is allocated.
    ///
    /// - Parameters:
    ///   - form: A form that ``check(_:)`` accepts.
    ///   - clip: The area to draw on, in pixels of the picture.
    /// - Returns: The bytes of the plane and of the layout.
    package static func byteCount(of form: TextForm, in clip: PixelRect) -> Int {
        planeByteCount(of: form, in: clip) + layoutByteCount
    }

    /// Returns the memory of a drawn text, in bytes.
    ///
    /// - Parameters:
    ///   - form: A form that ``check(_:)`` accepts.
    ///   - clip: The area to draw on, in pixels of the picture.
    /// - Returns: The greatest size of the plane; it has no colors if no font has them.
    package static func planeByteCount(of form: TextForm, in clip: PixelRect) -> Int {
        TextPlane.byteCount(rect(of: form, in: clip).size, hasColors: form.mayHaveColors)
    }

    /// Returns the work of drawing a text, in passes over a sample.
    ///
    /// Each scalar counts as one of the slowest, from rare scripts; a scalar of plain Latin text
    /// takes about a sixth of that.
    ///
    /// - Parameters:
    ///   - form: A form that ``check(_:)`` accepts.
    ///   - clip: The area to draw on, in pixels of the picture.
    /// - Returns: Work; grows with the length of the text and with the pixels that it may touch.
    package static func work(of form: TextForm, in clip: PixelRect) -> Int {
        // Outlines are made once; a text that is shortened is laid out some ten times more.
        let layouts = mayBeShortened(form) ? 3 : 1
        return (workPerText + form.text.unicodeScalars.count * workPerScalar) * layouts
            + (form.mayHaveColors ? 8 : 4) * rect(of: form, in: clip).size.pixelCount
    }

    /// Whether a text may need more lines than it may have, or than its frame has room for.
    ///
    /// Lines count as half filled with glyphs an em wide, and as half as high again as an em.
    private static func mayBeShortened(_ form: TextForm) -> Bool {
        let paragraphs = 1 + form.text.count { $0.isNewline }
        let spacing = form.runs.map(\.letterSpacing).max() ?? 0
        let width = Double(form.text.count) * (form.size + max(0, spacing))
        let wrapped = form.wrapping == .truncate ? 0 : 2 * width / form.frame.width
        let lines = Double(paragraphs) + wrapped.rounded(.down)
        let height = lines * max(1.5 * form.size, form.lineHeight ?? 0)
        return lines > Double(form.maximumLines ?? .max) || lines > 1 && height > form.frame.height
    }

    /// The work of finding the font and starting a layout, in passes over a sample.
    private static let workPerText = 2_000_000

    /// The work of laying out and drawing one scalar, in passes over a sample.
    private static let workPerScalar = 400_000

    /// Lays out a text in this process and returns its bounds.
    ///
    /// - Throws: The errors of ``check(_:)``, and those about missing fonts and glyphs.
    package static func extents(of form: TextForm) throws(TypesettingError) -> TextExtents {
        try TextLayout.of(form).extents
    }

    /// Lays out a text and draws it as a plane of coverage, by the ``TypesettingHost`` if there is one.
    ///
    /// - Parameters:
    ///   - form: The text; its frame is in pixels of the picture.
    ///   - clip: The area to draw on, in pixels of the picture.
    ///   - identity: The fonts and libraries that were planned with; nil for any.
    ///   - shouldContinue: Called every few milliseconds while a process draws; false ends it.
    ///   - onFailure: Called with the reason when a process fails, for a log.
    /// - Returns: A plane of ``rect(of:in:)``.
    /// - Throws: The errors of ``check(_:)``, and those about missing fonts and glyphs, even where no
    ///   part of the text lies in the clip.
    package static func draw(
        _ form: TextForm,
        in clip: PixelRect,
        identity: String? = nil,
        shouldContinue: () -> Bool = { true },
        onFailure: (String) -> Void = { _ in }
    ) throws(TypesettingError) -> TextPlane {
        try check(form)
        let drawing = TextDrawing(form, in: clip, identity: identity)
        var plane: TextPlane
        if let service = TypesettingHost.current {
            plane = try service.draw(
                drawing,
                shouldContinue: shouldContinue,
                onFailure: onFailure
            )
        } else {
            plane = try drawing.drawn()
        }
        if form.shadowSigma != nil { plane.dropColors() }
        return plane
    }

    /// Returns the versions of the text libraries and a hash of the installed fonts, as one string.
    ///
    /// Two processes with the same identity draw the same pixels for the same form. The fonts are
    /// those installed when the process that draws was started.
    ///
    /// The first callers wait until libraries and fonts are loaded; later ones do not wait. A
    /// failed load is tried again after two seconds at the earliest.
    ///
    /// - Throws: ``TypesettingError/unavailable``, or ``TypesettingError/failed``.
    package static func identity() throws(TypesettingError) -> String {
        if let service = TypesettingHost.current { return try service.identity() }
        return try localIdentity()
    }

    /// The ``identity()`` of this process, whatever the ``TypesettingHost``; loads libraries and fonts.
    package static func localIdentity() throws(TypesettingError) -> String {
        if let known = identityFound.withLock({ $0 }) { return known }
        let found = try TextLayout.identity()
        identityFound.withLock { $0 = found }
        return found
    }

    /// The paths of the files of all installed fonts, once ``localIdentity()`` is known.
    ///
    /// They end with a zero. A file with several fonts occurs repeatedly.
    package static var fontFiles: [[CChar]] { TextLayout.fontFiles }

    /// The result of ``identity()`` if it is already known, without waiting for libraries to load.
    ///
    /// It is `nil` until one call of that method has succeeded.
    package static var knownIdentity: String? {
        if let service = TypesettingHost.current { return service.knownIdentity }
        return identityFound.withLock { $0 }
    }

    private static let identityFound = Mutex<String?>(nil)

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }
}
