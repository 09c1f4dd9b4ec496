// SPDX-License-Identifier: Apache-2.0

/// The position of a picture in its box, as in the property `object-position` of CSS.
///
/// Reference: CSS Values and Units Module Level 4, section 9: a position of one, two or four values.
package struct PicturePosition: Hashable, Sendable {
    /// The position along one axis: a share of the free space, and a distance.
    package struct Axis: Hashable, Sendable {
        /// The share of the free space before the picture, in `0...1`.
        package let share: Double

        /// The distance that is added, in pixels or points; negative towards the start.
        package let offset: Length

        fileprivate init(_ share: Double, _ offset: Length = .zero) {
            self.share = share
            self.offset = offset
        }

        /// The distance between the starts of the box and of the picture, in pixels.
        ///
        /// The picture never leaves space that it could fill: the distance stays between 0 and the
        /// free space.
        ///
        /// - Parameters:
        ///   - free: The extent of the box without that of the picture; negative if the picture is larger.
        ///   - scale: The pixels per point.
        ///   - unit: The extent of a pixel in the unit of the free space.
        /// - Returns: A distance between 0 and `free`.
        package func distance(in free: Double, scale: Double, unit: Double = 1) -> Double {
            let distance = share * free + offset.pixels(scale: scale, of: 0) * unit
            return min(max(distance, min(0, free)), max(0, free))
        }
    }

    /// The position from left to right.
    package let x: Axis

    /// The position from top to bottom.
    package let y: Axis

    private init(_ x: Axis, _ y: Axis) {
        self.x = x
        self.y = y
    }

    /// Creates a position from the shares of the free space at the left and at the top.
    package init(x: Double, y: Double) {
        self.init(Axis(x), Axis(y))
    }

    /// The middle of the box.
    package static let center = PicturePosition(x: 0.5, y: 0.5)

    /// Whether any length is in points.
    package var hasPoints: Bool { x.offset.unit == .points || y.offset.unit == .points }

    /// Parses a position of CSS: one, two or four words, separated by spaces.
    ///
    /// - Parameter text: Keywords and lengths; a length without a unit is one of pixels, percentages
    ///   lie in `0...100`. The result is nil for any other text.
    package init?(parsing text: some StringProtocol) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map {
            Word(String($0))
        }
        switch words.count {
        case 1:
            if let x = words[0].axis(of: .horizontal) {
                self.init(x, Axis(0.5))
            } else if let y = words[0].axis(of: .vertical) {
                self.init(Axis(0.5), y)
            } else {
                return nil
            }
        case 2:
            if let x = words[0].axis(of: .horizontal), let y = words[1].axis(of: .vertical) {
                self.init(x, y)
            } else if words.allSatisfy(\.isKeyword), let y = words[0].axis(of: .vertical),
                let x = words[1].axis(of: .horizontal)
            {
                self.init(x, y)
            } else {
                return nil
            }
        case 4:
            if let x = words[0].axis(of: .horizontal, plus: words[1]),
                let y = words[2].axis(of: .vertical, plus: words[3])
            {
                self.init(x, y)
            } else if let y = words[0].axis(of: .vertical, plus: words[1]),
                let x = words[2].axis(of: .horizontal, plus: words[3])
            {
                self.init(x, y)
            } else {
                return nil
            }
        default: return nil
        }
    }

    private enum Direction {
        case horizontal, vertical
    }

    /// A keyword or a length; neither for any other text.
    private enum Word {
        case edge(Direction, share: Double)
        case center
        case length(Length)
        case unknown

        init(_ text: String) {
            switch text {
            case "left": self = .edge(.horizontal, share: 0)
            case "right": self = .edge(.horizontal, share: 1)
            case "top": self = .edge(.vertical, share: 0)
            case "bottom": self = .edge(.vertical, share: 1)
            case "center": self = .center
            // Not a keyword: a length, or nothing
            default: self = Length(parsing: text).map(Word.length) ?? .unknown
            }
        }

        var isKeyword: Bool {
            switch self {
            case .edge, .center: true
            case .length, .unknown: false
            }
        }

        /// The position along an axis; nil if the word is none.
        func axis(of direction: Direction) -> Axis? {
            switch self {
            case .edge(let own, let share): own == direction ? Axis(share) : nil
            case .center: Axis(0.5)
            case .length(let length): length.axis(from: 0)
            case .unknown: nil
            }
        }

        /// The position at a distance from the edge that the word names; nil if it names none.
        func axis(of direction: Direction, plus word: Word) -> Axis? {
            guard case .edge(let own, let share) = self, own == direction,
                case .length(let length) = word
            else { return nil }
            return length.axis(from: share)
        }
    }
}

extension Length {
    /// The position at this distance from an edge.
    ///
    /// - Parameter edge: 0 for the start, 1 for the end.
    /// - Returns: The position; nil for a percentage out of range.
    fileprivate func axis(from edge: Double) -> PicturePosition.Axis? {
        switch unit {
        case .percent:
            guard (0...100).contains(amount) else { return nil }
            return PicturePosition.Axis(edge == 0 ? amount / 100 : 1 - amount / 100)
        case .pixels, .points:
            guard let offset = Length(edge == 0 ? amount : -amount, unit) else { return nil }
            return PicturePosition.Axis(edge, amount == 0 ? .zero : offset)
        }
    }
}
