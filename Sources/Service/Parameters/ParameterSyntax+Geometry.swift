// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension ParameterSyntax<Length?> {
    /// A length in a range of pixels, or a word such as `auto`, which is read as nil.
    static func pixels(in range: ClosedRange<Float>, or open: String) -> Self {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        return Self(.pixelsOrWord(bounds, open)) { text, parameter throws(ParameterError) in
            if text.isWord(open) { return nil }
            let length = try ParameterSyntax<Length>.pixels(in: 0...range.upperBound)
                .read(text, parameter)
            // A small number of points may be many pixels.
            let isInRange = length.unit == .points || bounds.contains(length.amount)
            guard isInRange, length.amount > 0 else { throw .outOfRange(parameter, value: text) }
            return length
        }
    }
}

extension ParameterSyntax<PicturePosition> {
    /// A position as in the property `object-position` of CSS.
    static let position = Self(.position) { text, parameter throws(ParameterError) in
        guard let position = PicturePosition(parsing: text) else {
            let suggestion = Suggestion.position(for: text)
            throw .malformed(parameter, value: text, suggestion: suggestion)
        }
        return position
    }
}

extension ParameterSyntax<Geometry.Focus?> {
    /// A point to focus on as two lengths separated by a comma; `attention`; or `none`.
    static let focus = Self(.focus) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        guard let focus = Geometry.Focus(parsing: text) else {
            let isSmart = ["smart", "sm", "auto", "faces", "face", "entropy"].contains(text)
            let plain = text.replacing(" ", with: ",")
            let suggestion = isSmart ? Geometry.Focus.attentionWord : plain
            let isHelpful = suggestion != text && Geometry.Focus(parsing: suggestion) != nil
            throw .malformed(parameter, value: text, suggestion: isHelpful ? suggestion : nil)
        }
        // A place inside the first pixel is meant as a share of the picture.
        if case .point(let point) = focus, point.x.isBelowPixel, point.y.isBelowPixel {
            let percent = Length.percentages([point.x, point.y])
            throw .belowPixel(parameter, value: text, percent: percent)
        }
        return focus
    }
}

extension Geometry.Focus {
    /// The value of `focus` for the part of the picture that draws the most attention.
    static let attentionWord = "attention"

    /// Parses a point as two lengths separated by a comma, or the word `attention`.
    init?(parsing text: String) {
        if text.isWord(Self.attentionWord) {
            self = .attention
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let lengths = parts.compactMap { Length(parsing: $0) }
        guard parts.count == 2, lengths.count == 2, lengths.allSatisfy({ $0.amount >= 0 }) else {
            return nil
        }
        self = .point(Scene.Position(x: lengths[0], y: lengths[1]))
    }
}

extension ParameterSyntax<Geometry.Caps?> {
    /// The insets of the four edges as lengths separated by commas, or `none`.
    static let insets = Self(.insets) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        guard let caps = Geometry.Caps(parsing: text) else {
            let plain = text.replacing(" ", with: ",")
            let isHelpful = plain != text && Geometry.Caps(parsing: plain) != nil
            throw .malformed(parameter, value: text, suggestion: isHelpful ? plain : nil)
        }
        return caps
    }
}

extension Geometry.Caps {
    /// Parses the top, right, bottom and left inset: lengths of at least 0, separated by commas.
    init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let lengths = parts.compactMap { Length(parsing: $0) }
        guard parts.count == 4, lengths.count == 4, lengths.allSatisfy({ $0.amount >= 0 }) else {
            return nil
        }
        self.init(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
    }
}

extension ParameterSyntax<Geometry.Pad?> {
    /// A filling around the picture: a color, a gradient of CSS, `mirror`, `backdrop` or `none`.
    static let pad = Self(.pad) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        if let pad = Geometry.Pad(word: text) { return pad }
        if text == "blur" {
            throw .malformed(parameter, value: text, suggestion: Geometry.Pad.backdropWord)
        }
        if CSSGradient.isNamed(in: text) {
            do throws(FilterListError) { return .gradient(try CSSGradient(text)) } catch {
                throw .css(parameter, error, value: text)
            }
        }
        return .color(try ParameterSyntax<StraightColor>.color.read(text, parameter))
    }
}

extension Geometry.Pad {
    /// The value of `pad` that fills the box with the picture, mirrored at its edges.
    static let mirrorWord = "mirror"

    /// The value of `pad` that fills the box with the picture itself as a backdrop.
    static let backdropWord = "backdrop"

    /// Finds the filling that a word names; nil for any other text, such as a color.
    init?(word: String) {
        if word.isWord(Self.mirrorWord) {
            self = .mirror
        } else if word.isWord(Self.backdropWord) {
            self = .backdrop
        } else {
            return nil
        }
    }
}

extension ParameterSyntax<MaterialStyle?> {
    /// The name of a material, or `none`.
    static let style = Self(
        .style(
            MaterialStyle.allCases.map(\.rawValue),
            word: RenderParameter.absent,
            catalog: "/v1/materials"
        )
    ) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        guard let style = MaterialStyle(named: text) else {
            let names = MaterialStyle.allCases.map(\.rawValue)
            let nearest = Suggestion.word(for: text, among: names)
            throw .malformed(parameter, value: text, suggestion: nearest)
        }
        return style
    }
}
