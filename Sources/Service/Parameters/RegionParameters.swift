// SPDX-License-Identifier: Apache-2.0

public import Effects
public import Raster
import Store

/// The parameters that keep an effect to parts of a picture: the short form of a scene.
public struct RegionParameters: Hashable, Sendable {
    /// Where the effect is; empty for the whole picture.
    public private(set) var regions: [Scene.Frame] = []
    /// The radius of the corners of all regions.
    public private(set) var corner = Length.zero
    /// The curve of their corners.
    public private(set) var cornerCurve = Corners.Curve.circular
    /// Whether the effect is everywhere else.
    public private(set) var isInverted = false
    /// The picture that the effect is multiplied by.
    public private(set) var mask: ResourceID?
    /// What of the mask counts.
    public private(set) var maskChannel = Mask.Channel.alpha
    /// Whether nothing of what lies in the regions is to be recognized.
    public private(set) var redacts = false

    /// Creates parameters that keep nothing apart.
    public init() {}

    /// Whether anything is written in points.
    public var hasPoints: Bool {
        (regions.flatMap { [$0.x, $0.y, $0.width, $0.height] } + [corner])
            .contains { $0.unit == .points }
    }

    /// Whether a part of the picture stays as it is.
    public var isPartial: Bool { !regions.isEmpty || mask != nil }

    /// Reads a value.
    mutating func set(
        _ name: RenderParameter.Name,
        to value: String
    ) throws(ParameterError) {
        switch name {
        case .region where value == RenderParameter.absent,
            .mask where value == RenderParameter.absent:
            break
        case .region: regions.append(try Self.frame(value, name))
        case .corner:
            guard let length = Length(parsing: value), length.amount >= 0 else {
                throw .malformed(name, value: value)
            }
            corner = length
        case .cornerCurve: cornerCurve = try ParameterValue.word(value, for: name)
        case .invertRegion: isInverted = try ParameterValue.flag(value, for: name)
        case .mask:
            guard let digest = Digest(hex: value) else { throw .malformed(name, value: value) }
            mask = ResourceID(digest: digest.hex)
        case .maskChannel: maskChannel = try ParameterValue.word(value, for: name)
        default: redacts = try ParameterValue.flag(value, for: name)
        }
    }

    /// Reads four lengths with commas between them.
    static func frame(
        _ text: String,
        _ name: RenderParameter.Name
    ) throws(ParameterError) -> Scene.Frame {
        let lengths = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Length(parsing: $0) }
        guard lengths.count == 4, let x = lengths[0], let y = lengths[1], let width = lengths[2],
            let height = lengths[3], width.amount > 0, height.amount > 0
        else { throw .malformed(name, value: text) }
        return Scene.Frame(x: x, y: y, width: width, height: height)
    }

    /// The steps that filter parts of a picture.
    ///
    /// Each region captures what lies beneath it, and all of them see the picture itself: where two
    /// overlap, it is filtered once.
    ///
    /// - Parameters:
    ///   - filters: What is done there.
    ///   - size: The extent of the picture.
    ///   - traits: What is known about the screen.
    /// - Returns: One step.
    /// - Throws: ``ParameterError/scene(_:_:value:)`` when a region lies outside of the picture, or a
    ///   filter grows.
    func plan(
        _ filters: [Filter],
        size: PixelSize,
        traits: Traits
    ) throws(ParameterError) -> Plan {
        let corners = Scene.Corners(curve: cornerCurve, radius: corner)
        let frames = regions.isEmpty ? [Scene.Frame.whole] : regions
        let shapes = frames.map { Scene.Shape.rectangle($0, corners) }
        let panes = (isInverted ? [shapes] : shapes.map { [$0] }).map { shapes in
            Scene.Pane(
                shapes: shapes,
                isInverted: isInverted,
                mask: mask.map { Mask($0, channel: maskChannel) },
                effect: .filters(filters),
                group: RenderParameter.Name.region.rawValue
            )
        }
        do throws(SceneError) {
            return try Scene(panes: panes).plan(size: size, traits: traits)
        } catch {
            let name: RenderParameter.Name =
                switch error.rule {
                case .growingFilter: .edge
                case .negativeRadius: .corner
                default: .region
                }
            throw .scene(name, error.rule, value: name == .region ? text(of: error.place) : nil)
        }
    }

    /// The steps that hide what lies in the regions.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation of a blur that is asked for.
    ///   - colors: What is done to colors.
    ///   - size: The extent of the picture.
    ///   - traits: What is known about the screen.
    /// - Returns: One step.
    /// - Throws: ``ParameterError/redaction(_:value:)``.
    func redaction(
        sigma: Float?,
        colors: [ColorFunction],
        size: PixelSize,
        traits: Traits
    ) throws(ParameterError) -> Plan {
        let redaction = Redaction(
            regions: regions,
            isInverted: isInverted,
            sigma: sigma,
            colors: colors
        )
        do throws(Redaction.Refusal) {
            return try redaction.plan(size: size, scale: traits.scale)
        } catch {
            switch error {
            case .emptyRegion(let index), .outsidePicture(let index):
                throw .redaction(error, value: text(of: .pane(index)), size)
            case .weakBlur: throw .redaction(error, value: sigma.map { String($0) }, size)
            case .regionCount, .nothingRedacted: throw .redaction(error, value: nil, size)
            }
        }
    }

    /// The region of a pane, as it is written.
    private func text(of place: SceneError.Place) -> String? {
        guard case .pane(let index) = place, !isInverted, regions.indices.contains(index) else {
            return nil
        }
        let frame = regions[index]
        return [frame.x, frame.y, frame.width, frame.height].map(\.text).joined(separator: ",")
    }
}

extension Length {
    /// The length as a caller writes it.
    fileprivate var text: String {
        let number = amount == amount.rounded() ? String(Int(amount)) : String(amount)
        return unit == .pixels ? number : number + unit.rawValue
    }
}
