// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import TestSupport

/// Panes by their definition, on whole pictures in `Double`: what rendered ones are measured against.
struct PaneReference {
    /// The picture, 0 to 1, straight: row by row.
    var pixels: [BlendReference.Sample]
    let size: PixelSize

    init(_ picture: Picture) {
        size = picture.size
        pixels = (0..<picture.size.pixelCount).map { index in
            BlendReference.Sample(picture.layout) { channel in
                picture.samples[channel * picture.size.pixelCount + index]
            }
        }
    }

    /// Lays panes on the picture that all see it as it is.
    mutating func lay(_ panes: [Pane], isOpaque: Bool) {
        let backdrop = self
        let covers = panes.map { pane in
            var plane = [Double](repeating: 0, count: pixels.count)
            for (place, cover) in zip(Self.places(pane.bounds), Self.coverage(pane)) {
                plane[place.y * size.width + place.x] = cover
            }
            return plane
        }
        for (index, pane) in panes.enumerated() {
            let source = backdrop.filtered(pane)
            for (place, sample) in zip(Self.places(pane.bounds), source) {
                let target = place.y * size.width + place.x
                let parts = panes.indices.dropFirst(index).map {
                    (cover: covers[$0][target], opacity: panes[$0].alpha)
                }
                pixels[target] = BlendReference.lay(
                    sample,
                    on: pixels[target],
                    weight: Self.weight(parts),
                    pane.blend,
                    replaces: !isOpaque,
                    isOpaque: isOpaque
                )
            }
        }
    }

    /// The weight of a pane in a pixel that panes of one step share.
    ///
    /// From the topmost pane on, each takes the part of the pixel that is still free. The rest of
    /// its coverage lies beneath the panes above, evenly, and shows as far as they let it through.
    ///
    /// - Parameter parts: The coverage and the opacity of the pane, and of those above it.
    /// - Returns: The weight, from 0 to 1, before the panes above are drawn.
    private static func weight(_ parts: [(cover: Double, opacity: Double)]) -> Double {
        var taken = 0.0
        var shown = 0.0
        var share = 0.0
        for part in parts.reversed() {
            shown += share
            let free = min(part.cover, 1 - taken)
            let letThrough = taken > 0 ? 1 - shown / taken : 1
            share = part.opacity * (free + (part.cover - free) * letThrough)
            taken += free
        }
        // Panes above that hide the whole pixel leave nothing to draw.
        return 1 - shown > 1e-9 ? min(share / (1 - shown), 1) : 0
    }

    private static func places(_ bounds: PixelRect) -> [(x: Int, y: Int)] {
        bounds.rows.flatMap { y in bounds.columns.map { (x: $0, y: y) } }
    }

    // MARK: Filters

    /// What lies beneath a pane, filtered.
    private func filtered(_ pane: Pane) -> [BlendReference.Sample] {
        let cropped = Self.places(pane.bounds).map { pixels[$0.y * size.width + $0.x] }
        return pane.filters.reduce(cropped) { samples, filter in
            switch filter {
            case .blur(let blur): Self.blurred(samples, pane.bounds.size, blur)
            case .color(let function): samples.map { Self.mixed($0, function.matrix) }
            default: preconditionFailure("a filter that the reference does not know")
            }
        }
    }

    private static func blurred(
        _ samples: [BlendReference.Sample],
        _ size: PixelSize,
        _ blur: GaussianBlur
    ) -> [BlendReference.Sample] {
        let reference = GaussianReference(
            size: size,
            sigma: Double(blur.sigma),
            edge: blur.edge,
            margin: 0,
            limit: .max
        )
        let alpha = reference.blurred(samples.map(\.alpha))
        let planes = (0..<3).map { channel in
            reference.blurred(samples.map { $0.color[channel] * $0.alpha })
        }
        return alpha.indices.map { index in
            BlendReference.Sample(
                color: planes.map { alpha[index] > 0 ? min(1, $0[index] / alpha[index]) : 0 },
                alpha: alpha[index]
            )
        }
    }

    static func mixed(
        _ sample: BlendReference.Sample,
        _ matrix: ColorMatrix
    ) -> BlendReference.Sample {
        let c = sample.color
        func channel(_ row: ColorMatrix.Row) -> Double {
            let sum = row.red * c[0] + row.green * c[1] + row.blue * c[2]
            return min(max(sum + row.alpha * sample.alpha + row.bias, 0), 1)
        }
        return BlendReference.Sample(
            color: [channel(matrix.red), channel(matrix.green), channel(matrix.blue)],
            alpha: channel(matrix.alpha)
        )
    }

    // MARK: Coverage

    /// The coverage of the pixels of a pane: where an outline may pass, from 64 × 64 places.
    private static func coverage(_ pane: Pane) -> [Double] {
        places(pane.bounds).map { x, y in
            let covered = coverage(pane.coverage.shapes, Double(x), Double(y))
            return pane.coverage.isInverted ? 1 - covered : covered
        }
    }

    private static func coverage(_ shapes: [Shape], _ x: Double, _ y: Double) -> Double {
        let near = shapes.filter {
            $0.bounds.x < x + 1 && $0.bounds.maxX > x && $0.bounds.y < y + 1 && $0.bounds.maxY > y
        }
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        if near.isEmpty { return 0 }
        // All shapes are convex.
        if near.contains(where: { shape in corners.allSatisfy { isInside(shape, $0.0, $0.1) } }) {
            return 1
        }
        var count = 0
        for part in 0..<4096 {
            let u = x + (Double(part % 64) + 0.5) / 64
            let v = y + (Double(part / 64) + 0.5) / 64
            if near.contains(where: { isInside($0, u, v) }) { count += 1 }
        }
        return Double(count) / 4096
    }

    /// Whether a place lies inside of a rectangle with equal circular corners, or of an ellipse.
    private static func isInside(_ shape: Shape, _ x: Double, _ y: Double) -> Bool {
        switch shape {
        case .rectangle(let frame, let corners):
            let r = min(corners.topLeft, frame.width / 2, frame.height / 2)
            guard x >= frame.x, x <= frame.maxX, y >= frame.y, y <= frame.maxY else { return false }
            let dx = max(frame.x + r - x, x - (frame.maxX - r), 0)
            let dy = max(frame.y + r - y, y - (frame.maxY - r), 0)
            return dx * dx + dy * dy <= r * r
        case .ellipse(let frame):
            let dx = (x - frame.x) / frame.width * 2 - 1
            let dy = (y - frame.y) / frame.height * 2 - 1
            return dx * dx + dy * dy <= 1
        case .polygon:
            preconditionFailure("a shape that the reference does not know")
        }
    }
}
