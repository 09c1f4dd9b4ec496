// SPDX-License-Identifier: Apache-2.0

import Effects

extension ParameterSyntax<Scene.Shape?> {
    /// A rectangle as four lengths separated by commas; `ellipse()` of such a rectangle; `polygon()` of
    /// the positions of its vertices; or `none`.
    static let region = Self(.region) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        guard let shape = Scene.Shape(parameter: text) else {
            let plain = Suggestion.frame(for: text)
            let suggestion = Scene.Shape(parameter: plain) == nil ? nil : plain
            throw .malformed(parameter, value: text, suggestion: suggestion)
        }
        if let frame = shape.frame { try frame.refuseShares(of: parameter, text) }
        return shape
    }
}

extension ParameterSyntax<Scene.Frame?> {
    /// The position and the size of a rectangle as four lengths separated by commas, or `none`.
    static let frame = Self(.frame) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        guard let frame = Scene.Frame(parameter: text) else {
            let plain = Suggestion.frame(for: text)
            let suggestion = Scene.Frame(parameter: plain) == nil ? nil : plain
            throw .malformed(parameter, value: text, suggestion: suggestion)
        }
        try frame.refuseShares(of: parameter, text)
        return frame
    }
}

extension Scene.Frame {
    /// Parses a rectangle: x, y, width and height as lengths separated by commas.
    fileprivate init?(parameter text: some StringProtocol) {
        guard let lengths = [Length](parameter: text), lengths.count == 4,
            lengths[2].amount > 0, lengths[3].amount > 0
        else { return nil }
        self.init(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
    }

    fileprivate var lengths: [Length] { [x, y, width, height] }

    /// Refuses a rectangle with a side below one pixel: its sides are meant as shares of the picture.
    fileprivate func refuseShares(
        of parameter: RenderParameter,
        _ text: String
    ) throws(ParameterError) {
        guard [width, height].contains(where: \.isBelowPixel) else { return }
        throw .belowPixel(parameter, value: text, percent: Length.percentages(lengths))
    }
}

extension Scene.Shape {
    /// Parses a shape in the syntax of the parameter `region`.
    fileprivate init?(parameter text: String) {
        guard text.last == ")", let bracket = text.firstIndex(of: "(") else {
            guard let frame = Scene.Frame(parameter: text) else { return nil }
            self = .rectangle(frame, .square)
            return
        }
        let arguments = text[text.index(after: bracket)...].dropLast()
        switch text[..<bracket] {
        case "ellipse":
            guard let frame = Scene.Frame(parameter: arguments) else { return nil }
            self = .ellipse(frame)
        case "polygon":
            guard let lengths = [Length](parameter: arguments), lengths.count.isMultiple(of: 2),
                SceneLimits.points.contains(lengths.count / 2)
            else { return nil }
            self = .polygon(
                stride(from: 0, to: lengths.count, by: 2).map {
                    Scene.Position(x: lengths[$0], y: lengths[$0 + 1])
                }
            )
        default: return nil
        }
    }

    /// The shape in the syntax of the parameter `region`.
    var parameterText: String {
        let numbers = lengths.map(\.text).joined(separator: ",")
        return switch self {
        case .rectangle: numbers
        case .ellipse: "ellipse(\(numbers))"
        case .polygon: "polygon(\(numbers))"
        }
    }

    /// The rectangle around the shape; nil for a polygon.
    fileprivate var frame: Scene.Frame? {
        switch self {
        case .rectangle(let frame, _), .ellipse(let frame): frame
        case .polygon: nil
        }
    }

    /// The lengths that define the shape, in the order of the parameter `region`.
    var lengths: [Length] {
        switch self {
        case .rectangle(let frame, _), .ellipse(let frame): frame.lengths
        case .polygon(let positions): positions.flatMap { [$0.x, $0.y] }
        }
    }

    /// Gives corners to a rectangle; returns other shapes unchanged.
    func rounded(_ corners: Scene.Corners) -> Scene.Shape {
        switch self {
        case .rectangle(let frame, _): .rectangle(frame, corners)
        case .ellipse, .polygon: self
        }
    }
}

extension [Length] {
    /// Parses lengths separated by commas; nil if one is malformed, or if there are too many.
    fileprivate init?(parameter text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 2 * SceneLimits.points.upperBound else { return nil }
        let lengths = parts.compactMap { Length(parsing: String($0)) }
        guard lengths.count == parts.count else { return nil }
        self = lengths
    }
}

extension Length {
    /// Whether the length is shorter than one pixel, but not 0.
    var isBelowPixel: Bool { unit == .pixels && amount > 0 && amount < 1 }

    /// Writes lengths that look like shares, from 0 to 1, as percentages; nil if one does not.
    static func percentages(_ lengths: [Length]) -> String? {
        let areShares = lengths.allSatisfy { $0.unit == .pixels && (0...1).contains($0.amount) }
        guard areShares else { return nil }
        return lengths.compactMap { Length(($0.amount * 1e6).rounded() / 1e4, .percent)?.text }
            .joined(separator: ",")
    }

    /// The length in the syntax of a parameter, such as `12pt`; pixels have no unit.
    var text: String {
        let number = amount == amount.rounded() ? String(Int(amount)) : String(amount)
        return unit == .pixels ? number : number + unit.rawValue
    }
}
