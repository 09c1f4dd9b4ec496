// SPDX-License-Identifier: Apache-2.0

package import Effects
package import Raster
import Store

/// The parameters that restrict an effect to parts of a picture; a short form of a scene.
package struct RegionParameters: Hashable, Sendable {
    /// The regions with the effect; empty for the whole picture.
    package internal(set) var regions: [Scene.Shape] = []
    /// The radius of the corners of all regions.
    package internal(set) var corner = Length.zero
    /// The curve of the corners of all regions.
    package internal(set) var cornerCurve = Corners.Curve.circular
    /// Whether the effect applies outside of the regions instead.
    package internal(set) var isInverted = false
    /// The stored picture that masks the effect; nil for none.
    package internal(set) var mask: ResourceID?
    /// The mask channel to use: alpha or luminance.
    package internal(set) var maskChannel = Mask.Channel.alpha
    /// Whether the regions are redacted: replaced by the mean colors of few cells.
    package internal(set) var redacts = false

    /// Creates parameters that restrict nothing: the effect applies to the whole picture.
    package init() {}

    /// Whether any length of the regions or their corners is in points.
    package var hasPoints: Bool {
        (regions.flatMap(\.lengths) + [corner]).contains { $0.unit == .points }
    }

    /// Whether parts of the picture stay unchanged.
    package var isPartial: Bool { !regions.isEmpty || mask != nil }

    /// Makes the rendering step that applies an effect to the regions only.
    ///
    /// Each region is a pane. All of them see the picture itself, so overlapping regions are
    /// filtered once.
    ///
    /// - Parameters:
    ///   - filters: The effect.
    ///   - size: The extent of the picture.
    ///   - traits: The traits of the screen.
    /// - Returns: A plan with one step.
    /// - Throws: ``ParameterError/scene(_:_:value:)`` when a region lies outside of the picture, or
    ///   a filter enlarges it.
    func plan(
        _ filters: [Filter],
        size: PixelSize,
        traits: Traits
    ) throws(ParameterError) -> Plan {
        let corners = Scene.Corners(curve: cornerCurve, radius: corner)
        let whole = Scene.Shape.rectangle(.whole, .square)
        let shapes = (regions.isEmpty ? [whole] : regions).map { $0.rounded(corners) }
        let panes = (isInverted ? [shapes] : shapes.map { [$0] }).map { shapes in
            Scene.Layer(
                shapes: shapes,
                isInverted: isInverted,
                mask: mask.map { Mask($0, channel: maskChannel) },
                effect: .filters(filters),
                group: RenderParameter.region.name
            )
        }
        do throws(SceneError) {
            return try Scene(layers: panes).plan(size: size, traits: traits)
        } catch {
            let parameter = error.rule.parameter
            let value = parameter == .region ? text(of: error.place) : nil
            throw .scene(parameter, error.rule, value: value)
        }
    }

    /// Makes the rendering step that redacts the regions, so that they cannot be recognized.
    ///
    /// - Parameters:
    ///   - sigma: The requested standard deviation of the blur; `nil` for the default.
    ///   - colors: The color functions to apply to the redacted regions.
    ///   - size: The extent of the picture.
    ///   - traits: The traits of the screen.
    /// - Returns: A plan with one step.
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
                throw .redaction(error, value: text(of: .layer(index)), size)
            case .weakBlur: throw .redaction(error, value: sigma.map { String($0) }, size)
            case .regionCount, .nothingRedacted: throw .redaction(error, value: nil, size)
            }
        }
    }

    /// The region that an error is about, in the syntax of `region`; nil if it is no single one.
    private func text(of place: SceneError.Place) -> String? {
        guard case .path(let steps) = place, let index = steps.first?.index, !isInverted,
            regions.indices.contains(index)
        else {
            return nil
        }
        return regions[index].parameterText
    }
}

extension SceneError.Rule {
    /// The parameter whose value breaks the rule.
    fileprivate var parameter: RenderParameter {
        switch self {
        case .growingFilter, .filterEdge: .edge
        case .filter: .filter
        case .negativeRadius: .corner
        case .noLayers, .tooManyLayers, .tooManyPanes, .tooDeep, .effectApart, .fitWithoutImage,
            .border, .boxShadow, .farEdge, .invertedBox, .shadowOfEffect, .overflowOfEffect,
            .blendOfVibrancy, .emptyCrop, .textsTooLong, .groupName,
            .interruptedGroup, .shapeCount, .emptyFrame, .outsidePicture, .pointCount, .alpha,
            .emptyLayer, .vibrancyWithoutMaterial, .missingInk, .emptyText, .controlCharacter,
            .fontName, .fontSize, .fontWeight, .runCount, .lineHeight, .letterSpacing,
            .maximumLines, .textShadow, .capInset, .capsWithoutStretch, .pictureScale,
            .geometry:
            .region
        }
    }
}
