// SPDX-License-Identifier: Apache-2.0

/// A number of CSS with an absolute unit, and the arithmetic of `calc()`.
///
/// Reference: CSS Values and Units Module Level 4, sections 6, 7 and 10.
struct CSSAmount {
    /// The kinds of numbers that can be added.
    enum Kind {
        case number, pixels, degrees, percent
    }

    var value: Double
    var kind: Kind

    /// The amount as text in a style.
    var text: String {
        // Small numbers would have exponents otherwise. Not all attributes take these.
        let rounded = (value * 1e6).rounded() / 1e6
        let number =
            rounded == rounded.rounded() && abs(rounded) < 1e15
            ? String(Int(rounded)) : String(rounded)
        switch kind {
        case .number: return number
        case .pixels: return number + "px"
        case .degrees: return number + "deg"
        case .percent: return number + "%"
        }
    }

    private static let units: [String: (Double, Kind)] = [
        "": (1, .number), "px": (1, .pixels), "in": (96, .pixels), "cm": (96 / 2.54, .pixels),
        "mm": (96 / 25.4, .pixels), "q": (96 / 101.6, .pixels), "pt": (96 / 72, .pixels),
        "pc": (16, .pixels), "rem": (16, .pixels), "deg": (1, .degrees), "grad": (0.9, .degrees),
        "rad": (180 / Double.pi, .degrees), "turn": (360, .degrees), "%": (1, .percent),
    ]

    /// Reads a number with a unit; nil for relative units but `rem` and shares of the viewport.
    init?(_ text: some StringProtocol, viewport: (width: Double, height: Double) = (0, 0)) {
        let unit = text.reversed().prefix { $0.isLetter || $0 == "%" }
        // An exponent is no unit.
        guard let value = Double(text.dropLast(unit.count)), value.isFinite else { return nil }
        let name = String(unit.reversed()).lowercased()
        if let (factor, kind) = Self.units[name] {
            self.init(value: value * factor, kind: kind)
            return
        }
        guard viewport.width > 0 else { return nil }
        switch name {
        case "vw": self.init(value: value * viewport.width / 100, kind: .pixels)
        case "vh": self.init(value: value * viewport.height / 100, kind: .pixels)
        case "vmin":
            self.init(value: value * min(viewport.width, viewport.height) / 100, kind: .pixels)
        case "vmax":
            self.init(value: value * max(viewport.width, viewport.height) / 100, kind: .pixels)
        case _: return nil
        }
    }

    init(value: Double, kind: Kind) {
        (self.value, self.kind) = (value, kind)
    }

    /// Computes a math function such as `min`; nil if it is none, or if its kinds cannot be combined.
    static func function(
        _ name: String,
        _ arguments: [Substring],
        viewport: (width: Double, height: Double)
    ) -> CSSAmount? {
        let amounts = arguments.compactMap { expression($0, viewport: viewport) }
        guard amounts.count == arguments.count, let first = amounts.first,
            amounts.allSatisfy({ $0.kind == first.kind })
        else { return nil }
        let values = amounts.map(\.value)
        switch name {
        case "calc" where values.count == 1: return first
        case "min": return CSSAmount(value: values.min() ?? 0, kind: first.kind)
        case "max": return CSSAmount(value: values.max() ?? 0, kind: first.kind)
        case "clamp" where values.count == 3:
            return CSSAmount(value: max(values[0], min(values[1], values[2])), kind: first.kind)
        case _: return nil
        }
    }

    /// Computes sums and products, with nested parentheses; nil for anything else.
    private static func expression(
        _ text: Substring,
        viewport: (width: Double, height: Double),
        depth: Int = 0
    ) -> CSSAmount? {
        guard depth < 16 else { return nil }
        var terms: [(sign: Double, factors: [(isDivisor: Bool, text: String)])] = [(1, [])]
        var isDivisor = false
        for word in words(of: text) {
            switch word {
            case "+", "-":
                guard terms.last?.factors.isEmpty == false, !isDivisor else { return nil }
                terms.append((word == "-" ? -1 : 1, []))
            case "*": guard terms.last?.factors.isEmpty == false else { return nil }
            case "/": isDivisor = true
            case _:
                terms[terms.count - 1].factors.append((isDivisor, word))
                isDivisor = false
            }
        }
        var sum: CSSAmount?
        for term in terms {
            var product = CSSAmount(value: term.sign, kind: .number)
            guard !term.factors.isEmpty else { return nil }
            for factor in term.factors {
                let inner = factor.text.hasPrefix("(") ? factor.text.dropFirst().dropLast() : nil
                let read = inner.map { expression($0, viewport: viewport, depth: depth + 1) }
                guard let amount = read ?? CSSAmount(factor.text, viewport: viewport) else {
                    return nil
                }
                if factor.isDivisor {
                    guard amount.kind == .number, amount.value != 0 else { return nil }
                    product.value /= amount.value
                } else {
                    guard product.kind == .number || amount.kind == .number else { return nil }
                    product.kind = product.kind == .number ? amount.kind : product.kind
                    product.value *= amount.value
                }
            }
            guard let total = sum else {
                sum = product
                continue
            }
            guard total.kind == product.kind else { return nil }
            sum?.value += product.value
        }
        return sum
    }

    /// Splits an expression at spaces, and around `*` and `/`.
    private static func words(of text: Substring) -> [String] {
        var spaced = ""
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            spaced += depth == 0 && "*/".contains(character) ? " \(character) " : String(character)
        }
        return CSSText.words(spaced)
    }
}
