// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster
import Typesetting

/// An image, text or area on a pane, or a group of them, with its costs; nothing is decoded or laid out
/// yet.
struct PlannedContent: Hashable, Sendable {
    /// The image, text or shape.
    let content: Content

    /// The rectangle of the pane.
    private let bounds: PixelRect

    /// The rectangle of pixels that the image, text or shape may cover.
    let rect: PixelRect

    /// The header of the image's file; nil for texts, areas and groups.
    let header: ImageHeader?

    /// The header of the mask's file; nil without a mask.
    private let maskHeader: ImageHeader?

    /// The contents of a group that cover any pixels.
    let children: [PlannedContent]

    /// Plans an image, text or shape, and finds the pixels that it may cover.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - bounds: The pixels of the pane.
    ///   - resources: The images that contents use.
    init(_ content: Content, in bounds: PixelRect, resources: [ResourceID: SourceImage]) {
        let bounds = content.clips.compactMap(\.bounds)
            .reduce(bounds) { $1.pixels(in: $0) }
        self.content = content
        self.bounds = bounds
        maskHeader = content.mask.flatMap { resources[$0.mask.picture]?.header }
        guard !bounds.isEmpty else {
            (rect, header, children) = (bounds, nil, [])
            return
        }
        switch content.form {
        case .picture(let form):
            rect = form.frame.pixels(in: bounds)
            header = resources[form.picture]?.header
            children = []
        case .text(let form):
            let shadow = Self.shadow(of: content, in: bounds)
            rect =
                form.shadowSigma == nil
                ? TextRaster.rect(of: form, in: bounds) : shadow?.rect ?? .empty
            (header, children) = (nil, [])
        case .shape(let shape), .ring(let shape, _):
            rect = shape.bounds.pixels(in: bounds)
            (header, children) = (nil, [])
        case .shadow:
            rect = Self.shadow(of: content, in: bounds)?.rect ?? .empty
            (header, children) = (nil, [])
        case .group(let contents):
            header = nil
            children =
                contents
                .map { PlannedContent($0, in: bounds, resources: resources) }
                .filter { !$0.rect.isEmpty }
            let rects = children.map(\.rect)
            // Such modes change all that the group is clipped to.
            rect =
                content.blend.isUnbounded
                ? content.reach.pixels(in: bounds)
                : rects.dropFirst().reduce(rects.first ?? .empty) { $0.union($1) }
        }
    }

    /// Whether rows of the content are made apart: of a group, or of a gradient.
    var hasLayer: Bool {
        if case .group = content.form { return true }
        if case .gradient = content.ink { return true }
        return false
    }

    /// The channels of rows that are made apart.
    var layerLayout: ChannelLayout { needsColor ? .rgba : .grayAlpha }

    /// Whether an image is drawn in its own colors.
    var drawsColor: Bool {
        if case .own = content.ink, case .picture = content.form { true } else { false }
    }

    /// The shadow of a text or a shape that is drawn as a shadow; nil for all else.
    var shadow: Shadow? { Self.shadow(of: content, in: bounds) }

    private static func shadow(of content: Content, in bounds: PixelRect) -> Shadow? {
        switch content.form {
        case .text(let form): Shadow(form, in: bounds)
        case .shadow(let shape, let sigma, let isInside):
            Shadow(shape, sigma: sigma, isInside: isInside, in: bounds)
        case .picture, .shape, .ring, .group: nil
        }
    }

    /// Whether a text may contain emoji, drawn in their own colors.
    private var mayDrawEmoji: Bool {
        guard case .text(let form) = content.form else { return false }
        return form.shadowSigma == nil && form.mayHaveColors
    }

    /// The images to decode and their channels, of the content and its mask.
    var pictures: Set<PictureUse> {
        var uses = children.reduce(into: Set<PictureUse>()) { $0.formUnion($1.pictures) }
        if let mask = content.mask?.mask { uses.insert(PictureUse(mask)) }
        if case .picture(let form) = content.form {
            uses.insert(PictureUse(picture: form.picture, form: drawsColor ? .color : .alpha))
        }
        return uses
    }

    /// Whether the image, text or shape may add color to a gray backdrop.
    var needsColor: Bool {
        if mayDrawEmoji || children.contains(where: \.needsColor) { return true }
        return switch content.ink {
        case .own: header?.layout.isColor ?? false
        case .color(let color): !color.isGray
        case .gradient(let gradient, _, _): !gradient.isGray
        case .vibrant(let matrix, _): !matrix.mapsGrayToGray
        case .dodged(let first, let second), .burned(let first, let second):
            !(first.isGray && second.isGray)
        }
    }

    private func byteCount(_ layout: ChannelLayout, _ rowCount: Int) -> Int {
        Band<Straight>.byteCount(layout: layout, width: rect.size.width, capacity: rowCount)
    }

    /// The memory of the content while the pane is drawn, in bytes.
    var byteCount: Int {
        // The colors of the ink, a constant color, and the weights.
        let ink = 2 * byteCount(.rgba, 1) + byteCount(.gray, 1)
        let mask = maskHeader == nil ? 0 : byteCount(.gray, rect.size.height)
        return ink + mask + (hasLayer ? byteCount(layerLayout, 1) : 0) + formByteCount
            + ClipRows.byteCount(content.clips, in: rect)
    }

    private var formByteCount: Int {
        switch content.form {
        case .picture:
            guard let header else { return 0 }
            let layout = drawsColor ? header.layout.addingAlpha : .gray
            return byteCount(layout, rect.size.height)
        case .text(let form) where shadow == nil:
            return TextRaster.planeByteCount(of: form, in: rect)
        case .text, .shadow: return byteCount(.gray, rect.size.height)
        case .shape(let shape): return PathCoverage.byteCount([shape], bounds: rect)
        case .ring(let shape, let hole):
            return PathCoverage.byteCount([shape], bounds: rect)
                + PathCoverage.byteCount([hole], bounds: rect) + byteCount(.gray, 1)
        case .group: return children.reduce(0) { $0 + $1.byteCount }
        }
    }

    /// The greatest memory that is used only to prepare the content or its mask, in bytes.
    ///
    /// Excludes the decoded image itself, counted once for the whole render.
    var passingByteCount: Int {
        let form =
            switch content.form {
            case .picture(let form):
                header.map {
                    ResourcePicture.framingByteCount($0, form, in: rect, by: .lanczos3)
                } ?? 0
            case .text(let form):
                shadow?.byteCount ?? TextRaster.byteCount(of: form, in: rect)
            case .shadow: shadow?.byteCount ?? 0
            case .shape, .ring: 0
            case .group: children.map(\.passingByteCount).max() ?? 0
            }
        guard let maskHeader, let mask = content.mask else { return form }
        let framing = ResourcePicture.framingByteCount(maskHeader, mask.form, in: rect, by: .mean)
        return max(form, framing)
    }

    /// The work of preparing the content, in passes over a sample.
    private var preparation: Int {
        let form =
            switch content.form {
            case .picture(let form):
                header.map { ResourcePicture.framingWork($0, form, in: rect, by: .lanczos3) } ?? 0
            case .text(let form): shadow?.work ?? TextRaster.work(of: form, in: rect)
            case .shadow: shadow?.work ?? 0
            case .shape, .ring: 0
            case .group: children.reduce(0) { $0 + $1.work }
            }
        guard let maskHeader, let mask = content.mask else { return form }
        return form + ResourcePicture.framingWork(maskHeader, mask.form, in: rect, by: .mean)
    }

    /// The work of preparing and drawing the content, in passes over a sample.
    var work: Int {
        let count = rect.size.pixelCount
        let passes =
            switch content.ink {
            case .own, .color: 8
            case .gradient: 40
            case .vibrant: 12
            case .dodged, .burned: 40
            }
        let clipping = 2 * content.clips.count * count
        return preparation + clipping + count * (mayDrawEmoji ? passes + 12 : passes)
    }
}

extension PixelRect {
    /// A rectangle without pixels.
    static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)
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
