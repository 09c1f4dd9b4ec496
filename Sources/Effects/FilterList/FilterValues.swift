// SPDX-License-Identifier: Apache-2.0

import Raster

/// The values of a function's arguments.
struct FilterValues {
    /// All numbers, in the order of the arguments; lengths in pixels, angles in degrees.
    private var numbers: [Double] = []
    /// The color.
    var color = StraightColor(.black)
    /// The position, as parts of width and height.
    var point = Point(x: 0.5, y: 0.5)
    /// The mask.
    var mask: Mask?

    /// Takes a number, if it is inside a range.
    mutating func append(
        _ number: Double,
        in range: ClosedRange<Double>,
        _ argument: FilterFunction.Argument,
        _ place: FilterListError.Place
    ) throws(FilterListError) {
        guard range.contains(number) else {
            throw .outOfRange(place, argument: argument.name, allowed: argument.allowed)
        }
        numbers.append(number == 0 ? 0 : number)
    }

    /// Takes what holds when an argument is left out.
    mutating func takeDefault(of argument: FilterFunction.Argument) throws(FilterListError) {
        guard let text = argument.defaultText else { return }
        var parser = FilterListParser(text)
        try parser.value(of: argument, expected: argument.allowed, into: &self)
    }

    /// What the function does with the values.
    ///
    /// The table has the ranges of the effects, so that no value that was read is refused here.
    func entry(_ name: FilterFunction.Name) -> FilterList.Entry {
        switch name {
        case .blur: .blur(sigma: numbers[0])
        case .variableBlur:
            if let mask { .variableBlur(sigma: numbers[0], mask) } else { .blur(sigma: 0) }
        default: .filter(filter(name))
        }
    }

    private func filter(_ name: FilterFunction.Name) -> Filter {
        do throws(EffectError) {
            switch name {
            case .dropShadow:
                return .dropShadow(
                    try DropShadow(
                        offset: Point(x: numbers[0], y: numbers[1]),
                        sigma: Float(numbers[2]),
                        color: color
                    )
                )
            case .vignette: return .vignette(try Vignette(start: numbers[0]))
            case .zoomBlur: return .zoomBlur(try ZoomBlur(amount: numbers[0], center: point))
            case .motionBlur:
                return .motionBlur(try MotionBlur(radius: numbers[0], angle: numbers[1]))
            case .luminanceCurve:
                let values = SIMD4(numbers[1], numbers[2], numbers[3], numbers[4])
                return .luminanceCurve(LuminanceCurve(amount: numbers[0], values: values))
            case .curve:
                let values = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
                return .channelCurve(ChannelCurve(values: values))
            case .magnify: return .magnify(try Magnification(factor: numbers[0]))
            case .tint: return .tint(color)
            case .averageColor: return .averageColor
            case .pixelate: return .pixelate(Int(numbers[0]))
            default: return .color(colorFunction(name))
            }
        } catch {
            preconditionFailure("the table allows what the effect refuses")
        }
    }

    private func colorFunction(_ name: FilterFunction.Name) -> ColorFunction {
        switch name {
        case .brightness: .brightness(numbers[0])
        case .contrast: .contrast(numbers[0])
        case .grayscale: .grayscale(numbers[0])
        case .hueRotate: .hueRotate(numbers[0])
        case .invert: .invert(numbers[0])
        case .opacity: .opacity(numbers[0])
        case .saturate: .saturate(numbers[0])
        case .sepia: .sepia(numbers[0])
        case .brightnessOffset: .brightnessOffset(numbers[0])
        case .colorControls:
            .controls(saturation: numbers[0], brightness: numbers[1], contrast: numbers[2])
        default: .matrix(matrix)
        }
    }

    /// Twenty numbers, row by row.
    private var matrix: ColorMatrix {
        func row(_ index: Int) -> ColorMatrix.Row {
            let row = numbers[5 * index..<5 * index + 5]
            let start = row.startIndex
            return ColorMatrix.Row(
                row[start],
                row[start + 1],
                row[start + 2],
                row[start + 3],
                row[start + 4]
            )
        }
        return ColorMatrix(red: row(0), green: row(1), blue: row(2), alpha: row(3))
    }
}
