// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster
import Typesetting

/// An image, text or shape on a pane with its costs; nothing is decoded or laid out yet.
struct PlannedContent: Hashable, Sendable {
    /// The image, text or shape.
    let content: Content

    /// The rectangle of the pane.
    private let bounds: PixelRect

    /// The rectangle of pixels that the image, text or shape may cover.
    let rect: PixelRect

    /// The header of the image's file; nil for texts and shapes.
    let header: ImageHeader?

    /// Plans an image, text or shape, and finds the pixels that it may cover.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - bounds: The pixels of the pane.
    ///   - resources: The images that contents use.
    init(_ content: Content, in bounds: PixelRect, resources: [ResourceID: SourceImage]) {
        self.content = content
        self.bounds = bounds
        switch content.form {
        case .picture(let form):
            rect = form.frame.pixels(in: bounds)
            header = resources[form.picture]?.header
        case .text(let form):
            rect =
                form.shadowSigma == nil
                ? TextRaster.rect(of: form, in: bounds)
                : TextShadow(form, in: bounds)?.rect ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
            header = nil
        case .shape(let shape):
            rect = shape.bounds.pixels(in: bounds)
            header = nil
        }
    }

    /// Whether an image is drawn in its own colors.
    var drawsColor: Bool {
        if case .own = content.ink, case .picture = content.form { true } else { false }
    }

    /// The shadow of a text that is drawn as a shadow; nil for all else.
    var shadow: TextShadow? {
        guard case .text(let form) = content.form else { return nil }
        return TextShadow(form, in: bounds)
    }

    /// Whether a text may contain emoji, drawn in their own colors.
    private var mayDrawEmoji: Bool {
        guard case .text(let form) = content.form else { return false }
        return form.shadowSigma == nil && form.mayHaveColors
    }

    /// The image to decode and its channels; nil for texts and shapes.
    var picture: PictureUse? {
        guard case .picture(let form) = content.form else { return nil }
        return PictureUse(picture: form.picture, form: drawsColor ? .color : .alpha)
    }

    /// Whether the image, text or shape may add color to a gray backdrop.
    var needsColor: Bool {
        if mayDrawEmoji { return true }
        return switch content.ink {
        case .own: header?.layout.isColor ?? false
        case .color(let color): !color.isGray
        case .vibrant(let matrix, _): !matrix.mapsGrayToGray
        case .dodged(let first, let second), .burned(let first, let second):
            !(first.isGray && second.isGray)
        }
    }

    /// The memory of the image, text or shape while the pane is drawn, in bytes.
    var byteCount: Int {
        func band(_ layout: ChannelLayout, _ rowCount: Int) -> Int {
            Band<Straight>.byteCount(layout: layout, width: rect.size.width, capacity: rowCount)
        }
        // The colors of the ink, a constant color, and the weights.
        let ink = 2 * band(.rgba, 1) + band(.gray, 1)
        switch content.form {
        case .picture:
            guard let header else { return ink }
            let layout = drawsColor ? header.layout.addingAlpha : .gray
            return ink + band(layout, rect.size.height)
        case .text(let form) where shadow == nil:
            return ink + TextRaster.planeByteCount(of: form, in: rect)
        case .text:
            return ink + band(.gray, rect.size.height)
        case .shape(let shape):
            return ink + PathCoverage.byteCount([shape], bounds: rect)
        }
    }

    /// The memory that is used only to prepare the image, text or shape, in bytes.
    ///
    /// Excludes the decoded image itself, counted once for the whole render.
    var passingByteCount: Int {
        switch content.form {
        case .picture(let form):
            guard let header else { return 0 }
            return ResourcePicture.framingByteCount(header, form, in: rect, by: .lanczos3)
        case .text(let form): return shadow?.byteCount ?? TextRaster.byteCount(of: form, in: rect)
        case .shape: return 0
        }
    }

    /// The work of preparing the image, text or shape, in passes over a sample.
    private var preparation: Int {
        switch content.form {
        case .picture(let form):
            header.map { ResourcePicture.framingWork($0, form, in: rect, by: .lanczos3) } ?? 0
        case .text(let form): shadow?.work ?? TextRaster.work(of: form, in: rect)
        case .shape: 0
        }
    }

    /// The work of preparing and drawing the image, text or shape, in passes over a sample.
    var work: Int {
        let count = rect.size.pixelCount
        let passes =
            switch content.ink {
            case .own, .color: 8
            case .vibrant: 12
            case .dodged, .burned: 40
            }
        return preparation + count * (mayDrawEmoji ? passes + 12 : passes)
    }
}

extension Rectangle {
    /// The smallest rectangle of pixels that contains this one, clipped to bounds.
    func pixels(in bounds: PixelRect) -> PixelRect {
        let moved = Rectangle(
            x: x - Double(bounds.x),
            y: y - Double(bounds.y),
            width: width,
            height: height
        )
        var pixels = moved.pixels(within: bounds.size)
        pixels.x += bounds.x
        pixels.y += bounds.y
        return pixels
    }
}
