// SPDX-License-Identifier: Apache-2.0

/// A pixel that several panes cover in part, such as where two panes meet; computes their weights.
///
/// Panes are drawn one over the other, each with one weight for a pixel. If that were the coverage,
/// two panes that meet inside of a pixel would let the image through: each half covers half of
/// what the other one left. So the group is one shape. The parts of a pixel that its panes cover
/// lie side by side as far as there is room, and each pane gets the weight that gives its part
/// the right share of the pixel in the end.
struct SharedPixel {
    /// The part of the pixel that the panes cover, from 0 to 1.
    private var covered = 0.0

    /// The share of the pixel in which the image beneath the panes shows, from 0 to 1.
    private var remaining = 1.0

    /// Whether no pane covers the pixel yet.
    var isEmpty: Bool { covered == 0 }

    /// Adds a pane that lies beneath all panes that were added before.
    ///
    /// - Parameters:
    ///   - cover: The coverage; 65,535 is all of the pixel.
    ///   - opacity: The pane opacity, from 0 to 1.
    mutating func draw(cover: UInt16, opacity: Double) {
        let cover = Double(cover) / 65_535
        remaining -= share(cover, opacity)
        covered = min(1, covered + cover)
    }

    /// Returns the weight for blending a pane that lies beneath the added panes, and is drawn
    /// before them.
    ///
    /// - Parameters:
    ///   - cover: The coverage; 65,535 is all of the pixel.
    ///   - opacity: The pane opacity, from 0 to 1.
    /// - Returns: A weight; 65,535 is 1.
    func weight(cover: UInt16, opacity: Double) -> UInt16 {
        // Less remains than could be seen.
        if remaining < 1e-6 { return 0 }
        let weight = share(Double(cover) / 65_535, opacity) / remaining
        return UInt16((min(max(weight, 0), 1) * 65_535).rounded())
    }

    /// Returns the share of the pixel in which a pane beneath the added ones shows, from 0 to 1.
    private func share(_ cover: Double, _ opacity: Double) -> Double {
        if covered == 0 { return cover * opacity }
        let overlap = max(0, cover + covered - 1)
        let opacityAbove = (1 - remaining) / covered
        return opacity * (cover - overlap * opacityAbove)
    }
}
