// SPDX-License-Identifier: Apache-2.0

extension FilterFunction {
    /// Every function, those of CSS first, in the order in which documents list them.
    public static let table: [FilterFunction] = Name.allCases.map(row(for:))

    /// The row of a name.
    public static func row(for name: Name) -> FilterFunction {
        switch name {
        case .blur, .dropShadow, .hueRotate, .grayscale, .invert, .opacity, .sepia, .brightness,
            .contrast, .saturate:
            standardRow(name)
        case .luminanceCurve, .curve, .brightnessOffset, .colorMatrix, .tint, .colorControls:
            colorRow(name)
        case .variableBlur, .zoomBlur, .motionBlur: blurRow(name)
        case .vignette, .averageColor, .pixelate, .magnify: otherRow(name)
        }
    }

    /// The accepted strengths of `brightness()`, `contrast()` and `saturate()`.
    static let strengthRange: ClosedRange<Double> = 0...1000
    /// The accepted entries of a color matrix.
    static let entryRange: ClosedRange<Double> = -1000...1000
    /// The accepted control points of a curve.
    static let pointRange: ClosedRange<Double> = -10...10
    /// The accepted sides of the squares of `pixelate()`, in pixels.
    static let sideRange = 1...1000

    private static let sigmaRange =
        Double(GaussianBlur.sigmaRange.lowerBound)...Double(GaussianBlur.sigmaRange.upperBound)

    private static func strength(_ sentence: String) -> Argument {
        Argument("amount", .amount(strengthRange), default: "1", sentence)
    }

    private static func fraction(_ sentence: String) -> Argument {
        Argument("amount", .fraction, default: "1", sentence)
    }

    // MARK: CSS

    private static func standardRow(_ name: Name) -> FilterFunction {
        let (arguments, sentence) = standard(name)
        return FilterFunction(
            name: name,
            arguments: arguments,
            sentence: sentence,
            standard: .filterEffects
        )
    }

    private static func standard(_ name: Name) -> (arguments: [Argument], sentence: String) {
        switch name {
        case .blur:
            (
                [Argument("radius", .length(sigmaRange), default: "0px", "standard deviation")],
                "A Gaussian blur."
            )
        case .dropShadow:
            (
                shadowArguments,
                "A blurred shadow beneath the picture; the color may "
                    + "stand before or behind the lengths."
            )
        case .hueRotate:
            ([Argument("angle", .angle, default: "0deg", "how far")], "Turns hues around.")
        case .brightness: ([strength("0 is black")], "Multiplies colors.")
        case .contrast: ([strength("0 is gray")], "Multiplies the distance to middle gray.")
        case .saturate: ([strength("0 is gray")], "Multiplies saturation.")
        case .grayscale: ([fraction("1 is gray")], "Mixes with luminance.")
        case .invert: ([fraction("1 is the negative")], "Mixes with the negative.")
        case .opacity: ([fraction("0 is transparent")], "Multiplies alpha.")
        default: ([fraction("1 is all sepia")], "Mixes with the tones of an old photograph.")
        }
    }

    private static var shadowArguments: [Argument] {
        [
            Argument("color", .color, default: "black", "of the shadow"),
            Argument("x", .length(DropShadow.offsetRange), "how far to the right"),
            Argument("y", .length(DropShadow.offsetRange), "how far downwards"),
            Argument("radius", .length(sigmaRange), default: "0px", "standard deviation"),
        ]
    }

    // MARK: Color

    private static func colorRow(_ name: Name) -> FilterFunction {
        switch name {
        case .luminanceCurve:
            FilterFunction(
                name: name,
                arguments: [
                    Argument("amount", .amount(0...1), "how much of the curve is mixed in"),
                    Argument("values", .number(pointRange), count: 4, "control points of a cubic"),
                ],
                sentence: "Remaps luminance by a Bézier curve over its four values.",
                standard: .coreAnimation
            )
        case .curve:
            FilterFunction(
                name: name,
                arguments: [
                    Argument("values", .number(pointRange), count: 4, "control points of a cubic")
                ],
                sentence: "Remaps red, green and blue, each by a Bézier curve over its four "
                    + "values.",
                standard: .coreAnimation
            )
        case .brightnessOffset:
            FilterFunction(
                name: name,
                arguments: [Argument("offset", .amount(-1...1), "1 is from black to white")],
                sentence: "Adds to red, green and blue.",
                standard: .coreAnimation
            )
        case .colorMatrix:
            FilterFunction(
                name: name,
                arguments: [
                    Argument(
                        "entries",
                        .number(entryRange),
                        count: 20,
                        "rows for red, green, blue and alpha; what each, and 1, contribute"
                    )
                ],
                sentence: "Multiplies straight colors by a matrix of 4 rows and 5 columns.",
                standard: .coreAnimation
            )
        case .tint:
            FilterFunction(
                name: name,
                arguments: [Argument("color", .color, "with its alpha")],
                sentence: "Lays a color over the picture; what is transparent stays so.",
                standard: .own
            )
        default:
            FilterFunction(
                name: name,
                arguments: [
                    Argument("saturation", .amount(0...2), "1 leaves it"),
                    Argument("brightness", .amount(-1...1), "0 leaves it"),
                    Argument("contrast", .amount(0...4), "1 leaves it"),
                ],
                sentence: "Saturation, brightness added and contrast, on encoded colors.",
                standard: .coreImage
            )
        }
    }

    // MARK: Neighbors

    private static func blurRow(_ name: Name) -> FilterFunction {
        switch name {
        case .variableBlur:
            FilterFunction(
                name: name,
                arguments: [
                    Argument(
                        "radius",
                        .length(sigmaRange),
                        "standard deviation where the mask is 1"
                    ),
                    Argument("mask", .mask, "a kept picture; its alpha, or luminance times alpha"),
                ],
                sentence: "A Gaussian blur whose strength a mask varies.",
                standard: .coreAnimation
            )
        case .zoomBlur:
            FilterFunction(
                name: name,
                arguments: [
                    Argument("amount", .amount(ZoomBlur.amountRange), "part of the way averaged"),
                    Argument("position", .position, default: "at 50% 50%", "the center"),
                ],
                sentence: "A blur away from a point, stronger farther away.",
                standard: .coreImage
            )
        default:
            FilterFunction(
                name: name,
                arguments: [
                    Argument("radius", .length(MotionBlur.radiusRange), "half of the line"),
                    Argument("angle", .angle, default: "0deg", "clockwise from the x axis"),
                ],
                sentence: "The mean along a line through each pixel.",
                standard: .coreImage
            )
        }
    }

    private static func otherRow(_ name: Name) -> FilterFunction {
        switch name {
        case .vignette:
            FilterFunction(
                name: name,
                arguments: [
                    Argument(
                        "start",
                        .amount(0...1),
                        default: "100%",
                        "where it begins, as a part of half of the shorter side"
                    )
                ],
                sentence: "Fades the picture out towards its corners.",
                standard: .coreImage
            )
        case .averageColor:
            FilterFunction(
                name: name,
                arguments: [],
                sentence: "The mean of the picture in place of every pixel.",
                standard: .coreAnimation
            )
        case .magnify:
            FilterFunction(
                name: name,
                arguments: [
                    Argument("factor", .amount(Magnification.factorRange), "1 leaves it")
                ],
                sentence: "Makes the picture larger about its center; its extent stays.",
                standard: .own
            )
        default:
            FilterFunction(
                name: name,
                arguments: [
                    Argument("side", .wholeLength(sideRange), "of a square")
                ],
                sentence: "Means of squares of pixels in place of the pixels.",
                standard: .coreImage
            )
        }
    }
}
