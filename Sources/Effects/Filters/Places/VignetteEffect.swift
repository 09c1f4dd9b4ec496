// SPDX-License-Identifier: Apache-2.0

import Raster

extension PlaceFunction {
    /// Creates a vignette that darkens the image towards its corners, or brightens it.
    ///
    /// Colors are multiplied by 1 − amount · S(t), with S(t) = t² (3 − 2t). There t grows from 0 at
    /// `start` to 1 in the corners, both as fractions of half of the diagonal.
    package static func vignette(_ amount: Double, start: Double) -> PlaceFunction {
        PlaceFunction(
            .numbers("vignette-effect", ["amount": amount, "start": start]),
            isIdentity: amount == 0,
            isRelative: true
        ) { size in
            let (width, height) = (Float(size.width), Float(size.height))
            let unit = 2 / (width * width + height * height).squareRoot()
            let (first, amount) = (Float(start), Float(amount))
            return { x, y in
                let (u, v) = (Float(x) + 0.5 - width / 2, Float(y) + 0.5 - height / 2)
                let radius = (u * u + v * v).squareRoot() * unit
                let t = first < 1 ? max(0, (radius - first) / (1 - first)) : 0
                return Change(factor: 1 - amount * t * t * (3 - 2 * t), addend: 0)
            }
        }
    }
}

extension FilterFunction {
    static let vignetteEffect = FilterFunction(
        "vignette-effect",
        .amount("amount", -1...1, "1 makes corners black, negative values brighten them"),
        .amount("start", 0...1, default: "0", "where it begins, in halves of the diagonal"),
        sentence: "Darkens the image towards its corners.",
        standard: .coreImage,
        category: .stylize,
        identity: "vignette-effect(0)",
        aliases: ["vignetteeffect"]
    ) { .place(.vignette($0, start: $1)) }
}
