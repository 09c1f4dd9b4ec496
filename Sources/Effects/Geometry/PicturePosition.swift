// SPDX-License-Identifier: Apache-2.0

/// The position of an image in its box, as in the CSS property `object-position`.
///
/// Reference: CSS Values and Units Module Level 4, section 9: a position of one, two or four values.
package struct PicturePosition: Hashable, Sendable {
    /// The position along one axis: a fraction of the free space, plus a length.
    package struct Axis: Hashable, Sendable {
        /// The fraction of the free space that lies before the image.
        private let share: Double

        /// The length that is added to the fraction of the free space.
        private let offset: CSSMeasure

        /// Whether the length is subtracted instead of added.
        private let isBackwards: Bool

        fileprivate init(
            _ share: Double,
            _ offset: CSSMeasure = .absolute(0),
            isBackwards: Bool = false
        ) {
            self.share = share
            self.offset = offset
            self.isBackwards = isBackwards
        }

        /// Creates a position at a distance from one edge of the box.
        ///
        /// - Parameters:
        ///   - edge: 0 for the start, 1 for the end.
        ///   - distance: The distance, towards the other edge.
        fileprivate init(from edge: Double, _ distance: CSSMeasure) {
            if case .percent(let percent) = distance {
                self.init(edge == 0 ? percent / 100 : 1 - percent / 100)
            } else {
                self.init(edge, distance, isBackwards: edge == 1)
            }
        }

        /// Whether the length is in points (`pt`), so that it depends on the pixels per point.
        fileprivate var hasPoints: Bool { offset.hasPoints }

        /// The distance of the image from the start of the box, which may be negative or exceed
        /// the free space.
        ///
        /// - Parameters:
        ///   - free: The extent of the box minus the image extent; negative if the image is
        ///     larger.
        ///   - scale: The pixels per point.
        ///   - unit: The extent of a pixel in the unit of the free space.
        /// - Returns: Any distance.
        func place(in free: Double, scale: Double, unit: Double = 1) -> Double {
            let offset = offset.value(of: free / unit, scale: scale) * unit
            return share * free + (isBackwards ? -offset : offset)
        }

        /// The fraction and the length as a canonical value, for cache keys.
        fileprivate func value(scale: Double) -> PlanValue {
            let length: PlanValue =
                switch offset {
                case .absolute(let pixels): .number(isBackwards ? -pixels : pixels)
                case .points(let points): .number((isBackwards ? -points : points) * scale)
                case .percent(let percent): .text("\(isBackwards ? -percent : percent)%")
                case .computed(let text, _, let hasPoints):
                    .list([
                        .text(text), .flag(isBackwards), .number(hasPoints ? scale : 1),
                    ])
                }
            return .list([.number(share), length])
        }

        /// The distance of the image from the start of the box, limited to between 0 and the free
        /// space.
        ///
        /// The image never leaves space that it could fill: the distance stays between 0 and the
        /// free space.
        ///
        /// - Parameters:
        ///   - free: The extent of the box minus the image extent; negative if the image is
        ///     larger.
        ///   - scale: The pixels per point.
        ///   - unit: The extent of a pixel in the unit of the free space.
        /// - Returns: A distance between 0 and `free`.
        package func distance(in free: Double, scale: Double, unit: Double = 1) -> Double {
            let distance = place(in: free, scale: scale, unit: unit)
            return min(max(distance, min(0, free)), max(0, free))
        }
    }

    /// The horizontal position, counted from the left edge of the box.
    package let x: Axis

    /// The vertical position, counted from the top edge of the box.
    package let y: Axis

    private init(_ x: Axis, _ y: Axis) {
        self.x = x
        self.y = y
    }

    /// Creates a position from the fractions of the free space at the left and above.
    package init(x: Double, y: Double) {
        self.init(Axis(x), Axis(y))
    }

    /// The middle of the box.
    package static let center = PicturePosition(x: 0.5, y: 0.5)

    /// Whether any length is in points (`pt`), so that it depends on the pixels per point.
    package var hasPoints: Bool { x.hasPoints || y.hasPoints }

    /// The position along both axes as a canonical value, for cache keys.
    func value(scale: Double) -> PlanValue {
        .list([x.value(scale: scale), y.value(scale: scale)])
    }

    /// Parses a CSS position: one, two or four keywords and lengths, separated by spaces.
    ///
    /// - Parameter text: Keywords, lengths, percentages and math functions; a number without a unit
    ///   is one of pixels. The result is nil for any other text.
    package init?(parsing text: some StringProtocol) {
        guard text.utf8.count <= FilterList.lengthLimit else { return nil }
        var parser = FilterListParser(String(text))
        guard let position = try? parser.picturePosition(allowsNumbers: true) else { return nil }
        parser.skipSpace()
        guard parser.next.kind == .end else { return nil }
        self = position
    }

    /// Creates a position from its keywords and lengths; nil if they form no position.
    fileprivate init?(_ words: [Word]) {
        func axes(_ x: Axis?, _ y: Axis?) -> PicturePosition? {
            guard let x, let y else { return nil }
            return PicturePosition(x, y)
        }
        let found: PicturePosition? =
            switch words.count {
            case 1:
                axes(words[0].axis(of: .horizontal), Axis(0.5))
                    ?? axes(Axis(0.5), words[0].axis(of: .vertical))
            case 2:
                axes(words[0].axis(of: .horizontal), words[1].axis(of: .vertical))
                    ?? (words.allSatisfy(\.isKeyword)
                        ? axes(words[1].axis(of: .horizontal), words[0].axis(of: .vertical)) : nil)
            case 4:
                axes(
                    words[0].axis(of: .horizontal, plus: words[1]),
                    words[2].axis(of: .vertical, plus: words[3])
                )
                    ?? axes(
                        words[2].axis(of: .horizontal, plus: words[3]),
                        words[0].axis(of: .vertical, plus: words[1])
                    )
            // Three words are no position.
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    fileprivate enum Direction {
        case horizontal, vertical
    }

    /// A keyword of a CSS position, or a length.
    fileprivate enum Word {
        case edge(Direction, share: Double)
        case center
        case distance(CSSMeasure)

        /// Finds the keyword with a name in lower case; nil for other names.
        init?(_ name: String?) {
            switch name {
            case "left": self = .edge(.horizontal, share: 0)
            case "right": self = .edge(.horizontal, share: 1)
            case "top": self = .edge(.vertical, share: 0)
            case "bottom": self = .edge(.vertical, share: 1)
            case "center": self = .center
            // Not a keyword
            default: return nil
            }
        }

        var isKeyword: Bool {
            switch self {
            case .edge, .center: true
            case .distance: false
            }
        }

        /// The position that the keyword or length alone means along an axis; nil if it means none.
        func axis(of direction: Direction) -> Axis? {
            switch self {
            case .edge(let own, let share): own == direction ? Axis(share) : nil
            case .center: Axis(0.5)
            case .distance(let distance): Axis(from: 0, distance)
            }
        }

        /// The position at a length from the side that this keyword names; nil if it names no side
        /// of the axis.
        func axis(of direction: Direction, plus word: Word) -> Axis? {
            guard case .edge(let own, let share) = self, own == direction,
                case .distance(let distance) = word
            else { return nil }
            return Axis(from: share, distance)
        }
    }
}

extension FilterListParser {
    /// Consumes a CSS position of one, two or four keywords and lengths.
    ///
    /// - Parameter allowsNumbers: Whether a number without a unit is one of pixels.
    /// - Returns: The position.
    /// - Throws: The first error.
    mutating func picturePosition(
        allowsNumbers: Bool = false
    ) throws(FilterListError) -> PicturePosition {
        skipSpace()
        let start = next
        var words: [PicturePosition.Word] = []
        while words.count < 4 {
            skipSpace()
            let token = next
            if let word = PicturePosition.Word(token.identifier) {
                consume(token)
                words.append(word)
            } else if allowsNumbers, let number = token.number {
                consume(token)
                words.append(.distance(.absolute(CSSMeasure.limited(number))))
            } else if let distance = try measure(.length) {
                words.append(.distance(distance))
            } else {
                break
            }
        }
        guard let found = PicturePosition(words) else {
            let range = start.range.lowerBound..<max(position, start.range.upperBound)
            throw .unexpected(
                place(range),
                expected: "a position such as center, 50% 20% or right 10px bottom 5%"
            )
        }
        return found
    }
}
