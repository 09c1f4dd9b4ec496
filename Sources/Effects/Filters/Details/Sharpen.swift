// SPDX-License-Identifier: Apache-2.0

extension Detail {
    /// Creates a sharpening of the finest details: of luminance, with Core Image's standard deviation
    /// of 1.69 pixels.
    package static func sharpen(_ amount: Double) -> Detail {
        Detail(
            .numbers("sharpen", ["amount": amount]),
            sigma: 1.69,
            .sharpen(amount),
            isIdentity: amount == 0
        )
    }
}

extension FilterFunction {
    static let sharpen = FilterFunction(
        "sharpen",
        .amount("amount", Detail.amountRange, default: "40%", "of the added detail"),
        sentence: "Sharpens luminance, as unsharp-mask(1.69px) does.",
        standard: .coreImage,
        category: .detail,
        identity: "sharpen(0)",
        aliases: ["sharpen-luminance", "sharpenluminance", "sharp"]
    ) { .detail(.sharpen($0)) }
}
