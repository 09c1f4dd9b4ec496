// SPDX-License-Identifier: Apache-2.0

public import Effects
public import Raster
import Store

/// The parameters that keep an effect to parts of a picture: the short form of a scene.
public struct RegionParameters: Hashable, Sendable {
    /// Where the effect is; empty for the whole picture.
    public internal(set) var regions: [Scene.Frame] = []
    /// The radius of the corners of all regions.
    public internal(set) var corner = Length.zero
    /// The curve of their corners.
    public internal(set) var cornerCurve = Corners.Curve.circular
    /// Whether the effect is everywhere else.
    public internal(set) var isInverted = false
    /// The picture that the effect is multiplied by.
    public internal(set) var mask: ResourceID?
    /// What of the mask counts.
    public internal(set) var maskChannel = Mask.Channel.alpha
    /// Whether nothing of what lies in the regions is to be recognized.
    public internal(set) var redacts = false

    /// Creates parameters that keep nothing apart.
    public init() {}

    /// Whether anything is written in points.
    public var hasPoints: Bool {
        (regions.flatMap { [$0.x, $0.y, $0.width, $0.height] } + [corner])
            .contains { $0.unit == .points }
    }

    /// Whether a part of the picture stays as it is.
    public var isPartial: Bool { !regions.isEmpty || mask != nil }

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
                group: RenderParameter.region.name
            )
        }
        do throws(SceneError) {
            return try Scene(panes: panes).plan(size: size, traits: traits)
        } catch {
            let parameter = error.rule.parameter
            let value = parameter == .region ? text(of: error.place) : nil
            throw .scene(parameter, error.rule, value: value)
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

extension SceneError.Rule {
    /// The parameter whose value breaks the rule.
    fileprivate var parameter: RenderParameter {
        switch self {
        case .growingFilter: .edge
        case .negativeRadius: .corner
        case .noPanes, .tooManyPanes, .tooManyContents, .textsTooLong, .groupName,
            .interruptedGroup, .shapeCount, .emptyFrame, .outsidePicture, .pointCount, .alpha,
            .emptyPane, .vibrancyWithoutMaterial, .missingInk, .emptyText, .controlCharacter,
            .fontName, .fontSize, .fontWeight, .capInset, .capsWithoutStretch, .pictureScale:
            .region
        }
    }
}

extension Length {
    /// The length as a caller writes it.
    fileprivate var text: String {
        let number = amount == amount.rounded() ? String(Int(amount)) : String(amount)
        return unit == .pixels ? number : number + unit.rawValue
    }
}
