// SPDX-License-Identifier: Apache-2.0

package import Raster

// Colors of plans are encoded as sRGB. An image in another color space needs them in that space.

extension Plan {
    /// Converts the plan's own colors, for an image in another color space.
    ///
    /// - Parameter convert: Returns the color to use in place of one of the plan's.
    /// - Returns: The plan with these colors.
    package func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Plan {
        Plan(
            steps.map { step in
                switch step {
                case .reshape(let reshaping): .reshape(reshaping.mappingColors(convert))
                case .filter(let filter): .filter(filter.mappingColors(convert))
                case .panes(let panes): .panes(panes.map { $0.mappingColors(convert) })
                case .clip(let shape): .clip(shape)
                case .gallery(let gallery): .gallery(gallery.mappingColors(convert))
                }
            }
        )
    }

    /// Whether the plan contains colors, or uses images other than the source.
    package var bringsColors: Bool {
        if !resources.isEmpty { return true }
        var isFound = false
        _ = mappingColors { color in
            isFound = true
            return color
        }
        return isFound
    }
}

extension Reshaping {
    /// Converts the colors of the step, for an image in another color space.
    fileprivate func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Reshaping {
        switch self {
        case .crop, .resize, .stretch, .turn: self
        case .rotate(let rotation): .rotate(rotation.mappingColors(convert))
        case .pad(let padding): .pad(padding.mappingColors(convert))
        }
    }
}

extension Padding {
    /// Converts the colors of the padding, for an image in another color space.
    fileprivate func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Padding {
        switch fill {
        case .color(let color): Padding(frame: frame, fill: .color(convert(color)))
        case .gradient(let gradient):
            Padding(frame: frame, fill: .gradient(gradient.mappingColors(convert)))
        case .mirror: self
        case .backdrop(let resize, let filters):
            Padding(
                frame: frame,
                fill: .backdrop(resize, filters.map { $0.mappingColors(convert) })
            )
        }
    }
}

extension Pane {
    /// Converts the colors of the pane, for an image in another color space.
    fileprivate func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Pane {
        Pane(
            bounds: bounds,
            coverage: coverage,
            filters: filters.map { $0.mappingColors(convert) },
            contents: contents.map { $0.mappingColors(convert) },
            alpha: alpha,
            blend: blend
        )
    }
}

extension Gallery {
    /// Converts the colors of the filters in the cells, for an image in another color space.
    fileprivate func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Gallery {
        Gallery(
            side: side,
            cells: cells.map { cell in
                Cell(
                    caption: cell.caption,
                    filters: cell.filters.map { $0.mappingColors(convert) }
                )
            },
            family: family
        )
    }
}
