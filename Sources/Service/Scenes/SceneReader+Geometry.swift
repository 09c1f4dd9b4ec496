// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension SceneReader {
    /// Reads the crop, size, rotation and padding of the picture beneath the layers.
    ///
    /// The JSON members are named like the parameters, in camel case.
    func geometry(_ value: SceneValue) throws(SceneFault) -> Geometry {
        let object = try value.object(Geometry.Member.allCases.map(\.sceneName))
        func member(_ member: Geometry.Member) -> SceneValue? { object[member.sceneName] }
        var geometry = Geometry()
        geometry.trim = try member(.trim)?.number(in: 0...1)
        geometry.crop = try member(.crop).map(crop)
        geometry.width = try member(.width)?.length()
        geometry.height = try member(.height)?.length()
        geometry.followsClient = try member(.clientWidth)?.flag() ?? false
        if let fit = try member(.fit).map(fit) { geometry.mode = fit }
        if let position = try member(.position).map(position) { geometry.position = position }
        geometry.focus = try member(.focus).map(focus)
        geometry.enlarges = try member(.upscale)?.flag() ?? false
        if let kernel: ResamplingKernel = try member(.resample)?.word() { geometry.kernel = kernel }
        geometry.isLinear = try member(.linear)?.flag() ?? false
        geometry.caps = try member(.caps).map(caps)
        geometry.capResizing = try member(.capsMode)?.word() ?? .stretch
        geometry.rotation = try member(.rotate)?.number(in: Rotation.range) ?? 0
        geometry.rotateMode = try member(.rotateMode)?.word() ?? .expand
        geometry.flip = try member(.flip)?.word()
        geometry.pad = try member(.pad).map(pad)
        if let list = try member(.backdropFilter).map(list) { geometry.backdropFilter = list }
        geometry.backdropMaterial = try member(.backdropMaterial)?.material()
        let stated = Geometry.Member.allCases.filter { member($0) != nil }
        do throws(GeometryError) { try geometry.check(Set(stated)) } catch {
            throw SceneFault(SceneError(.geometry(error), at: .geometry))
        }
        return geometry
    }

    private func crop(_ value: SceneValue) throws(SceneFault) -> Scene.Frame {
        let frame = try value.object(["x", "y", "width", "height"])
        func side(_ name: String) throws(SceneFault) -> Length {
            let side = try frame.required(name)
            let length = try side.length()
            guard !length.isBelowPixel else {
                throw side.malformed("a side of at least one pixel, or a share such as \"50%\"")
            }
            return length
        }
        return Scene.Frame(
            x: try frame["x"]?.length() ?? .zero,
            y: try frame["y"]?.length() ?? .zero,
            width: try side("width"),
            height: try side("height")
        )
    }

    func fit(_ value: SceneValue) throws(SceneFault) -> FitMode {
        let names = FitMode.named.map(\.name).joined(separator: ", ")
        let name = try value.string("one of \(names)")
        guard let word = Spelling.same(as: name, among: FitMode.named.map(\.name)),
            let row = FitMode.named.first(where: { $0.name == word })
        else { throw value.malformed("one of \(names)") }
        return row.mode
    }

    func position(_ value: SceneValue) throws(SceneFault) -> PicturePosition {
        let allowed = RenderParameter.position.allowed
        guard let position = PicturePosition(parsing: try value.string(allowed)) else {
            throw value.malformed(allowed)
        }
        return position
    }

    private func focus(_ value: SceneValue) throws(SceneFault) -> Geometry.Focus {
        let allowed = RenderParameter.focus.allowed
        guard let focus = Geometry.Focus(parsing: try value.string(allowed)) else {
            throw value.malformed(allowed)
        }
        return focus
    }

    private func caps(_ value: SceneValue) throws(SceneFault) -> Geometry.Caps {
        let object = try value.object(["top", "right", "bottom", "left"])
        func inset(_ name: String) throws(SceneFault) -> Length {
            guard let value = object[name] else { return .zero }
            let length = try value.length()
            guard length.amount >= 0 else { throw value.malformed("a length of at least 0") }
            return length
        }
        return Geometry.Caps(
            top: try inset("top"),
            right: try inset("right"),
            bottom: try inset("bottom"),
            left: try inset("left")
        )
    }

    private func pad(_ value: SceneValue) throws(SceneFault) -> Geometry.Pad {
        let text = try value.string(RenderParameter.pad.allowed)
        if let pad = Geometry.Pad(word: text) { return pad }
        if CSSGradient.isNamed(in: text) {
            do throws(FilterListError) { return .gradient(try CSSGradient(text)) } catch {
                throw SceneFault(.color(error), at: value.pointer)
            }
        }
        return .color(try value.color())
    }

    private func list(_ value: SceneValue) throws(SceneFault) -> FilterList {
        let text = try value.string("a filter list of CSS, such as \"blur(20px)\"")
        do throws(FilterListError) { return try FilterList(text) } catch {
            throw SceneFault(.filter(error), at: value.pointer)
        }
    }
}

extension Geometry.Member {
    /// The name of the property as a JSON member of a scene, in camel case.
    var sceneName: String {
        let words = rawValue.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
