// SPDX-License-Identifier: Apache-2.0

extension Detail {
    /// Creates a filter that removes faint detail and may sharpen the rest.
    ///
    /// - Parameters:
    ///   - level: Detail up to this size is weakened by half or more.
    ///   - sharpness: The amount of strong detail to add.
    /// - Returns: The filter.
    package static func noiseReduction(_ level: Double, sharpness: Double) -> Detail {
        Detail(
            .numbers("noise-reduction", ["level": level, "sharpness": sharpness]),
            sigma: 1.5,
            .smooth(level: level, sharpness: sharpness),
            isIdentity: level == 0 && sharpness == 0
        )
    }
}

extension FilterFunction {
    static let noiseReduction = FilterFunction(
        "noise-reduction",
        .amount("level", 0...1, "of noise, such as 2%"),
        .amount("sharpness", 0...2, default: "0", "of all stronger detail"),
        sentence: "Removes detail that is finer than 1.5px and fainter than a level.",
        standard: .coreImage,
        category: .detail,
        identity: "noise-reduction(0)",
        aliases: ["noisereduction", "denoise", "despeckle"]
    ) { .detail(.noiseReduction($0, sharpness: $1)) }
}
