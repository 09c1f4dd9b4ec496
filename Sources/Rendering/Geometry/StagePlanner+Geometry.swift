// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

extension StagePlanner {
    /// Adds the stages of a crop, resize, stretch, turn, rotation or padding.
    mutating func add(_ reshaping: Reshaping) {
        switch reshaping {
        case .crop(let part): add(crop: part)
        case .resize(let resize): add(resize)
        case .stretch(let stretch):
            append(premultiplied: StretchingStage.Plan(stretch: stretch))
        case .turn(let turn): add(turnedBy: turn.orientation)
        case .rotate(let rotation): add(rotation)
        case .pad(let padding): add(padding)
        }
    }

    /// Adds the crop and the resize with which a plan begins, before the image is turned upright.
    mutating func add(_ stored: StoredResize) {
        add(crop: stored.part)
        add(stored.resize)
    }

    private mutating func add(crop part: PixelRect) {
        guard part.isInside(PixelRect(x: 0, y: 0, width: size.width, height: size.height)) else {
            return refuse(.partOutside(part))
        }
        add(extent: part)
    }

    private mutating func add(_ resize: Resize) {
        if let part = resize.crop(of: size) { return add(crop: part) }
        if resize.isLinear { append(LightTransfer(.decode)) }
        append(premultiplied: ResizingStage.Plan(resize: resize))
        if resize.isLinear { append(LightTransfer(.encode)) }
    }
}

extension StagePlanner {
    /// Adds a rotation by any angle, and the channels that the colors outside of the image
    /// require.
    private mutating func add(_ rotation: Rotation) {
        switch rotation.outside {
        case .edge: break
        case .transparent: addAlpha()
        case .color(let color):
            if color.alpha < 1 { addAlpha() }
            if !color.isGray { addColor() }
        case .gradient(let gradient): addChannels(of: gradient)
        }
        if rotation.isLinear { append(LightTransfer(.decode)) }
        append(premultiplied: RotatingStage.Plan(rotation: rotation))
        if rotation.isLinear { append(LightTransfer(.encode)) }
    }

    /// Adds alpha or color to the layout where the colors of a gradient need it.
    private mutating func addChannels(of gradient: Gradient) {
        if !gradient.isOpaque { addAlpha() }
        if !gradient.isGray { addColor() }
    }

    /// Adds a padding around the image, and the channels that its filling requires.
    private mutating func add(_ padding: Padding) {
        let frame = padding.frame
        guard PixelRect(x: 0, y: 0, width: size.width, height: size.height).isInside(frame) else {
            return refuse(.partOutside(frame))
        }
        switch padding.fill {
        case .color(let color):
            if color.alpha < 1 { addAlpha() }
            if !color.isGray { addColor() }
            append(ExtentStage.Plan(frame: frame, color: color))
        case .gradient(let gradient):
            addChannels(of: gradient)
            append(GradientStage.Plan(frame: frame, gradient: gradient))
        case .mirror: append(ReflectingStage.Plan(frame: frame))
        case .backdrop(let resize, let filters):
            // The final channels of the backdrop are the result channels.
            let end = backdrop(resize, filters).layout
            if end.hasAlpha { addAlpha() }
            if end.isColor { addColor() }
            append(BackdropStage.Plan(frame: frame, stages: backdrop(resize, filters).stages))
        }
    }

    /// Plans the stages that make a backdrop from the image: a resize and filters.
    private func backdrop(_ resize: Resize, _ filters: [Filter]) -> StagePlanner {
        var planner = StagePlanner(size: size, layout: layout, resources: resources)
        planner.add(resize)
        planner.add(filters)
        return planner
    }
}

extension QuarterTurn {
    /// The Exif orientation of an image that this turn makes upright.
    fileprivate var orientation: Orientation {
        switch (quarters, isMirrored) {
        case (0, false): .topLeft
        case (0, true): .topRight
        case (1, false): .rightTop
        case (1, true): .leftTop
        case (2, false): .bottomRight
        case (2, true): .bottomLeft
        case (3, false): .leftBottom
        case (3, true): .rightBottom
        default: preconditionFailure("more than three quarters of a turn")
        }
    }
}
