// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Store

extension SceneReader {
    /// The kinds of items in a pane's contents, by the JSON member that only that kind has.
    private enum Kind: String, CaseIterable {
        case text, runs, image, shape
    }

    /// The JSON members that every item in a pane's contents may have.
    private static let common = ["frame", "vibrancy", "color", "alpha"]

    mutating func content(_ value: SceneValue) throws(SceneFault) -> Scene.Content {
        guard case .object(let members) = value.json else { throw value.malformed("an object") }
        let kinds = members.compactMap { Kind(rawValue: $0.name) }
        guard kinds.count == 1 else {
            throw SceneFault(.needsOne(of: Kind.allCases.map(\.rawValue)), at: value.pointer)
        }
        let form: Scene.Content.Form
        let object: SceneObject
        switch kinds[0] {
        case .text, .runs:
            object = try value.object(
                [
                    kinds[0].rawValue, "font", "letterSpacing", "underline", "strikethrough",
                    "lineHeight",
                    "maximumLines", "shadow", "alignment", "position", "wrapping", "direction",
                ] + Self.common
            )
            form = .text(try text(object))
        case .image:
            object = try value.object(
                ["image", "mode", "scale", "caps", "followsDirection"] + Self.common
            )
            form = .picture(try picture(object))
        case .shape:
            object = try value.object(["shape", "corners", "points"] + Self.common)
            form = .shape(try shape(object))
        }
        return Scene.Content(
            form,
            ink: try ink(object),
            alpha: try object["alpha"]?.number(in: 0...1) ?? 1
        )
    }

    private func ink(_ object: SceneObject) throws(SceneFault) -> Scene.Content.Ink {
        let color = try object["color"]?.color()
        if let style = object["vibrancy"] { return .vibrancy(try style.word(), color) }
        return color.map(Scene.Content.Ink.color) ?? .own
    }

    // MARK: Forms

    private mutating func picture(_ object: SceneObject) throws(SceneFault) -> Scene.Picture {
        let image = try object.required("image")
        return Scene.Picture(
            picture: try picture(try image.object(["digest", "part"]), at: image.pointer),
            frame: try frame(object),
            mode: try object["mode"]?.word() ?? .fit,
            scale: try object["scale"]?.number(in: SceneLimits.pictureScale),
            caps: try object["caps"].map(caps),
            followsDirection: try object["followsDirection"]?.flag() ?? false
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
            return .rectangle(try frame(object), try object["corners"].map(corners) ?? .square)
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

    func frame(_ object: SceneObject) throws(SceneFault) -> Scene.Frame {
        guard let value = object["frame"] else { return .whole }
        let frame = try value.object(["x", "y", "width", "height"])
        return Scene.Frame(
            x: try frame["x"]?.length() ?? .zero,
            y: try frame["y"]?.length() ?? .zero,
            width: try frame["width"]?.length() ?? .whole,
            height: try frame["height"]?.length() ?? .whole
        )
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
