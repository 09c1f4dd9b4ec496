// SPDX-License-Identifier: Apache-2.0

package import Raster

extension FillSet {
    /// The color matrix that is applied to the material where a shape of this rank is drawn.
    package func matrix(_ slot: VibrancySlot.Fill) -> ColorMatrix {
        switch (self, slot) {
        case (.platformFillLight, .primary):
            ColorMatrix(
                red: .init(1.514125, -0.954751, -0.184374, 0, 0.0625),
                green: .init(-0.485603, 1.046185, -0.185582, 0, 0.0625),
                blue: .init(-0.486811, -0.952939, 1.81475, 0, 0.0625)
            )
        case (.platformFillLight, .secondary):
            ColorMatrix(
                red: .init(1.23555, -0.3234631, -0.06208679, 0, 0),
                green: .init(-0.1642596, 1.077192, -0.06293241, 0, 0),
                blue: .init(-0.1651052, -0.3221948, 1.3373, 0, 0)
            )
        case (.platformFillLight, .tertiary):
            ColorMatrix(
                red: .init(1.177642, -0.1426014, -0.02704049, 0, -0.084),
                green: .init(-0.07218799, 1.107983, -0.0277955, 0, -0.084),
                blue: .init(-0.07294299, -0.141469, 1.222412, 0, -0.084)
            )
        case (.platformFillLight, .separator):
            ColorMatrix(
                red: .init(1.407578, -0.5748306, -0.1107474, 0, 0.019),
                green: .init(-0.2921908, 1.125965, -0.1117742, 0, 0.019),
                blue: .init(-0.2932176, -0.5732903, 1.588508, 0, 0.019)
            )
        case (.platformFillDark, .primary):
            ColorMatrix(
                red: .init(1.37625, -0.7345164, -0.1417335, 0, 0.5),
                green: .init(-0.373512, 1.016302, -0.1427905, 0, 0.5),
                blue: .init(-0.374569, -0.732931, 1.6075, 0, 0.5)
            )
        case (.platformFillDark, .secondary):
            ColorMatrix(
                red: .init(1.22658, -0.3410732, -0.06550679, 0, 0.18),
                green: .init(-0.1732296, 1.059582, -0.06635241, 0, 0.18),
                blue: .init(-0.1740752, -0.3398048, 1.33388, 0, 0.18)
            )
        case (.platformFillDark, .tertiary):
            ColorMatrix(
                red: .init(1.060532, -0.07796578, -0.0145662, 0, 0.12),
                green: .init(-0.03931839, 1.022549, -0.01523062, 0, 0.12),
                blue: .init(-0.03998281, -0.07696921, 1.084952, 0, 0.12)
            )
        case (.platformFillDark, .separator):
            ColorMatrix(
                red: .init(1.396216, -0.5971366, -0.1150794, 0, 0.298),
                green: .init(-0.3035528, 1.103659, -0.1161062, 0, 0.298),
                blue: .init(-0.3045796, -0.5955964, 1.584176, 0, 0.298)
            )
        case (.platformChromeFillLight, .primary):
            ColorMatrix(
                red: .init(1.201, -0.587657, -0.113343, 0, 0.1),
                green: .init(-0.298796, 0.913045, -0.114249, 0, 0.1),
                blue: .init(-0.299702, -0.586298, 1.386, 0, 0.1)
            )
        case (.platformChromeFillLight, .secondary): FillSet.platformFillLight.matrix(.secondary)
        case (.platformChromeFillLight, .tertiary): FillSet.platformFillLight.matrix(.tertiary)
        case (.platformChromeFillLight, .separator): FillSet.platformFillLight.matrix(.separator)
        case (.platformChromeFillDark, .primary):
            ColorMatrix(
                red: .init(0.6603, -0.1764285, -0.0338715, 0, 0.46),
                green: .init(-0.089598, 0.5739225, -0.03432451, 0, 0.46),
                blue: .init(-0.090051, -0.175749, 0.7158, 0, 0.46)
            )
        case (.platformChromeFillDark, .secondary): FillSet.platformFillDark.matrix(.secondary)
        case (.platformChromeFillDark, .tertiary): FillSet.platformFillDark.matrix(.tertiary)
        case (.platformChromeFillDark, .separator): FillSet.platformFillDark.matrix(.separator)
        }
    }
}
