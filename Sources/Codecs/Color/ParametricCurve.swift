// SPDX-License-Identifier: Apache-2.0

/// A curve from encoded samples to light: *(a·x + b)^g* from *d* on, and *c·x* before.
///
/// Reference: ICC.1:2022, 10.18, function type 3.
struct ParametricCurve: Hashable, Sendable {
    /// The parameters of the function.
    let g, a, b, c, d: Double

    /// Creates a curve from the parameters of its function.
    init(g: Double, a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 0) {
        (self.g, self.a, self.b, self.c, self.d) = (g, a, b, c, d)
    }

    /// The curve of sRGB.
    static let standard = ParametricCurve(
        g: 2.4,
        a: 1 / 1.055,
        b: 0.055 / 1.055,
        c: 1 / 12.92,
        d: 0.04045
    )
}
