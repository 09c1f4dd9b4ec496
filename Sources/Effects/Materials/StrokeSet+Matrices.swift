// SPDX-License-Identifier: Apache-2.0

package import Raster

extension StrokeSet {
    /// The color of primary text, drawn in a flat color instead of through a matrix.
    package var primary: StraightColor {
        switch self {
        case .platformStrokeLight, .platformStrokeThinLight: StraightColor(white: 0, alpha: 0.96)
        case .platformStrokeDark, .platformStrokeThinDark: StraightColor(white: 1, alpha: 0.96)
        }
    }

    /// The color matrix that is applied to the material where a text of this rank is drawn; `nil`
    /// for primary text, with a flat color.
    package func matrix(_ slot: VibrancySlot.Stroke) -> ColorMatrix? {
        switch (self, slot) {
        case (_, .primary): nil
        case (.platformStrokeLight, .secondary):
            ColorMatrix(
                red: .init(1.551948, -0.8804954, -0.169953, 0, 0.04425),
                green: .init(-0.4477795, 1.12044, -0.171161, 0, 0.04425),
                blue: .init(-0.4489875, -0.8786834, 1.829171, 0, 0.04425)
            )
        case (.platformStrokeLight, .tertiary): FillSet.platformFillLight.matrix(.separator)
        case (.platformStrokeLight, .quaternary): FillSet.platformFillLight.matrix(.secondary)
        case (.platformStrokeThinLight, .secondary):
            ColorMatrix(
                red: .init(0.9362975, -0.3218643, -0.0619332, 0, 0.04875),
                green: .init(-0.1635529, 0.7786505, -0.06259762, 0, 0.04875),
                blue: .init(-0.1642173, -0.3208677, 1.037585, 0, 0.04875)
            )
        case (.platformStrokeThinLight, .tertiary):
            ColorMatrix(
                red: .init(0.922559, -0.152471, -0.029088, 0, 0.0195),
                green: .init(-0.07730501, 0.847997, -0.02969201, 0, 0.0195),
                blue: .init(-0.07790902, -0.151565, 0.9704739, 0, 0.0195)
            )
        case (.platformStrokeThinLight, .quaternary): FillSet.platformFillLight.matrix(.secondary)
        case (.platformStrokeDark, .secondary):
            ColorMatrix(
                red: .init(1.173492, -0.641661, -0.123831, 0, 0.556),
                green: .init(-0.326304, 0.859041, -0.124737, 0, 0.556),
                blue: .init(-0.32721, -0.640302, 1.375512, 0, 0.556)
            )
        case (.platformStrokeDark, .tertiary): FillSet.platformFillDark.matrix(.separator)
        case (.platformStrokeDark, .quaternary): FillSet.platformFillDark.matrix(.secondary)
        case (.platformStrokeThinDark, .secondary):
            ColorMatrix(
                red: .init(0.828075, -0.337963, -0.06511199, 0, 0.5375),
                green: .init(-0.171789, 0.662505, -0.06571601, 0, 0.5375),
                blue: .init(-0.172393, -0.337057, 0.93445, 0, 0.5375)
            )
        case (.platformStrokeThinDark, .tertiary):
            ColorMatrix(
                red: .init(1.040035, -0.3145706, -0.0604644, 0, 0.3175),
                green: .init(-0.1598018, 0.885991, -0.06118922, 0, 0.3175),
                blue: .init(-0.1605266, -0.3134834, 1.13901, 0, 0.3175)
            )
        case (.platformStrokeThinDark, .quaternary): FillSet.platformFillDark.matrix(.secondary)
        }
    }
}
