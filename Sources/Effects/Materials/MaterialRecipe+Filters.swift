// SPDX-License-Identifier: Apache-2.0

package import Raster

extension MaterialRecipe {
    /// Creates the filters that render the material on a screen with these traits.
    ///
    /// - Parameters:
    ///   - traits: The screen traits; they must have the appearance of the recipe.
    ///   - color: A color that replaces the tint's, except its alpha.
    /// - Returns: Filters in pixels, without any that change nothing.
    package func filters(for traits: Traits, tint color: StraightColor? = nil) -> [Filter] {
        var recipe = self
        if let color, let tint {
            recipe.tint = StraightColor(
                red: color.red,
                green: color.green,
                blue: color.blue,
                alpha: tint.alpha
            )
        }
        if traits.increasesContrast && followsContrast { recipe.tint?.alpha = 1 }
        let filters =
            traits.reducesTransparency ? recipe.opaqueFilters(traits) : recipe.fullFilters(traits)
        return filters.filter { !$0.isIdentity }
    }

    private func fullFilters(_ traits: Traits) -> [Filter] {
        // An opaque color hides everything beneath it.
        if let tint, tint.alpha == 1 { return [.tint(tint)] + limitFilters }
        let sigma = sigma * traits.scale
        let last = (tint.map { [.tint($0)] } ?? []) + limitFilters
        let first = zoom == 0 ? [] : [magnification]
        switch order {
        case .blurFirst: return first + [blur(sigma)] + pointFilters + last
        case .blurLast:
            let points = pointFilters.filter { !$0.isIdentity }
            guard !points.isEmpty else { return first + [blur(sigma)] + last }
            let side = captureSide
            // Reducing and enlarging the capture adds this variance to the variance of the blur.
            let squares = Double(side * side - 1) / 6
            let rest = max(sigma * sigma - squares, 0).squareRoot()
            return first + [.captured(Capture(side: side, filters: points)), blur(rest)] + last
        }
    }

    private var pointFilters: [Filter] {
        if let matrix { return [.color(.matrix(matrix))] }
        return (curve.map { [.luminanceCurve($0)] } ?? [])
            + (channelCurve.map { [.channelCurve($0)] } ?? [])
            + [.color(.saturate(saturation)), .color(.brightnessOffset(brightness))]
    }

    /// Two opposite brightness offsets that limit channels: the first one pushes values beyond the
    /// limit out of `0...1`, where they are clipped.
    private var limitFilters: [Filter] {
        switch limit {
        case nil: []
        case .darken(let gray):
            [.color(.brightnessOffset(1 - gray)), .color(.brightnessOffset(gray - 1))]
        case .lighten(let gray):
            [.color(.brightnessOffset(-gray)), .color(.brightnessOffset(gray))]
        }
    }

    private func opaqueFilters(_ traits: Traits) -> [Filter] {
        if let solid = traits.solid { return [.tint(solid)] }
        switch reduced {
        case .solid(let color): return [.tint(color)]
        case .tinted(var color):
            if traits.increasesContrast { color.alpha = 1 }
            return [.tint(color)]
        case .averaged(let curve, let saturation, let brightness):
            return [
                .averageColor, .luminanceCurve(curve), .color(.saturate(saturation)),
                .color(.brightnessOffset(brightness)),
            ]
        }
    }

    private var magnification: Filter {
        do throws(EffectError) {
            // Rounds to the intended decimal: 1 + .024 is not exactly 1.024.
            let factor = ((1 + zoom) * 1e6).rounded() / 1e6
            return .magnify(try Magnification(factor: factor))
        } catch {
            preconditionFailure("a recipe beyond what can be magnified")
        }
    }

    private func blur(_ sigma: Double) -> Filter {
        let sigma = Float(sigma)
        do throws(EffectError) {
            switch kernel {
            case .gaussian: return .blur(try GaussianBlur(sigma: sigma, edge: edge))
            case .apple3box:
                return .boxBlur(try BoxBlur(sigma: sigma, kind: .apple3box, edge: edge))
            }
        } catch {
            preconditionFailure("a recipe beyond what blurs accept")
        }
    }
}
