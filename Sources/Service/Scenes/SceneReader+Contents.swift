// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store

extension SceneReader {
    /// Reads an image, and its fit into the frame of its layer.
    mutating func picture(_ object: SceneObject) throws(SceneFault) -> Scene.Picture {
        let image = try object.required("image")
        var picture = Scene.Picture(
            picture: try picture(try image.object(["digest", "part"]), at: image.pointer),
            scale: try object["scale"]?.number(in: SceneLimits.pictureScale),
            caps: try object["caps"].map(caps),
            followsDirection: try object["followsDirection"]?.flag() ?? false
        )
        if let value = object["mode"] {
            try object.refuse("fit", "It is the same as 'mode': write one of them.")
            picture.mode = try value.word()
        }
        if let fit = try object["fit"].map(fit) {
            picture.mode = PictureForm.Mode(fit.fit)
            picture.position = fit.position ?? .center
            if fit.position != nil {
                try object.refuse("position", "The word in 'fit' is a position already.")
            }
        }
        if let position = try object["position"].map(position) { picture.position = position }
        picture.crop = try object["crop"].map(part)
        return picture
    }

    /// Reads a part of an image; it is the whole image along an axis that is left out.
    private func part(_ value: SceneValue) throws(SceneFault) -> Scene.Frame {
        let frame = try value.object(["x", "y", "width", "height"])
        return Scene.Frame(
            x: try frame["x"]?.length() ?? .zero,
            y: try frame["y"]?.length() ?? .zero,
            width: try frame["width"]?.length() ?? .whole,
            height: try frame["height"]?.length() ?? .whole
        )
    }

    private func caps(_ value: SceneValue) throws(SceneFault) -> PictureForm.Caps {
        let object = try value.object(["top", "left", "bottom", "right", "resizing"])
        func inset(_ name: String) throws(SceneFault) -> Int {
            try object[name]?.integer(in: SceneLimits.capInset) ?? 0
        }
        return PictureForm.Caps(
            top: try inset("top"),
            left: try inset("left"),
            bottom: try inset("bottom"),
            right: try inset("right"),
            resizing: try object["resizing"]?.word() ?? .stretch
        )
    }

    // MARK: Shapes

    /// The values of the JSON member `shape`.
    private enum ShapeName: String, CaseIterable {
        case rectangle, ellipse, polygon
    }

    /// Reads a shape from the members `shape`, `frame`, `corners` and `points`.
    func shape(_ object: SceneObject) throws(SceneFault) -> Scene.Shape {
        let name: ShapeName = try object["shape"]?.word() ?? .rectangle
        // Generated clients, such as those for Java, write an absent list as an empty one.
        if name != .polygon, object["points"]?.isEmptyArray != true {
            try object.refuse("points", "Only a polygon has points.")
        }
        if name != .rectangle { try object.refuse("corners", "Only a rectangle has corners.") }
        switch name {
        case .rectangle:
            var corners = try object["corners"].map(corners) ?? .square
            if let curve = object["cornerCurve"] { corners.curve = try curve.word() }
            return .rectangle(try frame(object), corners)
        case .ellipse: return .ellipse(try frame(object))
        case .polygon:
            try object.refuse("frame", "A polygon has points instead.")
            var points: [Scene.Position] = []
            for value in try object.required("points").array("an array of points") {
                let pair = try value.array("an array of two lengths")
                guard pair.count == 2 else { throw value.malformed("an array of two lengths") }
                points.append(.init(x: try pair[0].length(), y: try pair[1].length()))
            }
            return .polygon(points)
        }
    }

    private func frame(_ object: SceneObject) throws(SceneFault) -> Scene.Frame {
        guard let value = object["frame"] else { return .whole }
        let frame = try value.object(
            ["x", "y", "width", "height", "right", "bottom", "centerX", "centerY"],
            aliases: ["left": "x", "top": "y"]
        )
        let across = try axis(frame, value, "x", "width", "right", "centerX")
        let down = try axis(frame, value, "y", "height", "bottom", "centerY")
        var result = Scene.Frame(
            x: across.position,
            y: down.position,
            width: across.length,
            height: down.length
        )
        result.horizontal = across.placement
        result.vertical = down.placement
        return result
    }

    /// Reads one axis of a frame, which at most two of its members place.
    private func axis(
        _ frame: SceneObject,
        _ value: SceneValue,
        _ start: String,
        _ size: String,
        _ end: String,
        _ center: String
    ) throws(SceneFault) -> (position: Length, length: Length, placement: Scene.Frame.Placement) {
        let stated = [start, size, end, center].filter { frame[$0] != nil }
        guard stated.count <= 2 else {
            throw SceneFault(
                .conflict(reason: "Two of '\(stated.joined(separator: "', '"))' are enough."),
                at: value.pointer
            )
        }
        if frame[center] != nil, frame[start] != nil || frame[end] != nil {
            let reason = "'\(center)' needs '\(size)', and no other position."
            throw SceneFault(.conflict(reason: reason), at: value.pointer)
        }
        var placement = Scene.Frame.Placement()
        var length = Length.whole
        if let size = frame[size] {
            placement.fits = size.isFit
            if !placement.fits { length = try size.length() }
        }
        if let value = frame[center] {
            placement.anchor = .center
            return (try value.length(), length, placement)
        }
        guard let value = frame[end] else {
            return (try frame[start]?.length() ?? .zero, length, placement)
        }
        if let start = frame[start] {
            placement.end = try value.length()
            return (try start.length(), length, placement)
        }
        placement.anchor = .end
        return (try value.length(), length, placement)
    }

    /// Reads the corners of a rectangle: one radius, or an object with four radii and a curve.
    private func corners(_ value: SceneValue) throws(SceneFault) -> Scene.Corners {
        guard case .object = value.json else { return .init(radius: try value.length()) }
        let names = ["topLeft", "topRight", "bottomRight", "bottomLeft"]
        let object = try value.object(["curve", "radius"] + names)
        let radius = try object["radius"]?.length() ?? .zero
        return Scene.Corners(
            curve: try object["curve"]?.word() ?? .circular,
            topLeft: try object[names[0]]?.length() ?? radius,
            topRight: try object[names[1]]?.length() ?? radius,
            bottomRight: try object[names[2]]?.length() ?? radius,
            bottomLeft: try object[names[3]]?.length() ?? radius
        )
    }

    // MARK: Pictures

    /// Reads the identifier of a picture from the JSON member `digest` or `part`.
    mutating func picture(
        _ object: SceneObject,
        at pointer: JSONPointer
    ) throws(SceneFault) -> ResourceID {
        switch (object["digest"], object["part"]) {
        case (let value?, nil):
            let resource = ResourceID(digest: try digest(value).hex)
            references.append(.init(resource, value.pointer))
            return resource
        case (nil, let value?):
            let name = try value.string("the name of a part of the form")
            guard let digest = parts[name] else {
                throw SceneFault(.noPart(name, parts: parts.keys.sorted()), at: value.pointer)
            }
            usedParts.insert(name)
            return ResourceID(digest: digest.hex)
        case (nil, nil), (_?, _?):
            throw SceneFault(.needsOne(of: ["digest", "part"]), at: pointer)
        }
    }

    func digest(_ value: SceneValue) throws(SceneFault) -> Digest {
        let allowed = "the SHA-256 of a stored image, 64 lowercase hexadecimal digits"
        guard let digest = Digest(hex: try value.string(allowed)) else {
            throw value.malformed(allowed)
        }
        return digest
    }
}

extension SceneValue {
    /// Whether the value is the word for a size that fits what is shown.
    fileprivate var isFit: Bool {
        if case .string(let text) = json { ["fit", "fit-content"].contains(text) } else { false }
    }
}

extension PictureForm.Mode {
    /// Creates the mode that fits an image into a frame as a word of CSS says.
    fileprivate init(_ fit: Fit) {
        self =
            switch fit {
            case .contain: .fit
            case .cover: .fill
            case .fill: .stretch
            case .none: .center
            case .scaleDown: .scaleDown
            }
    }
}
