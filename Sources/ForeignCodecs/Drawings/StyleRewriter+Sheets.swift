// SPDX-License-Identifier: Apache-2.0

// Style sheets: rules, nested rules and conditions.
//
// Reference: CSS Conditional Rules Module Level 3; CSS Nesting Module; Media Queries Level 4; Selectors Level 4.
extension StyleRewriter {
    /// A rule: what precedes its block, and the contents of the block; nil for a statement such as `@import`.
    private typealias Rule = (prelude: String, block: Substring?)

    private static let nestingLimit = 8

    /// Finds the custom properties that a style sheet sets where its conditions hold.
    mutating func noteVariables(inSheet text: Substring, depth: Int = 0) {
        guard depth < Self.nestingLimit else { return }
        for rule in Self.rules(text) {
            guard let block = rule.block else { continue }
            if rule.prelude.hasPrefix("@") {
                if holds(rule.prelude) == true { noteVariables(inSheet: block, depth: depth + 1) }
                continue
            }
            noteVariables(inDeclarations: Self.parts(of: block).declarations[...])
            noteVariables(inSheet: block, depth: depth + 1)
        }
    }

    /// Finds the custom properties that declarations set.
    mutating func noteVariables(inDeclarations text: Substring) {
        for (name, value) in Self.declarations(text) where name.hasPrefix("--") {
            variables[name, default: []].insert(value)
        }
    }

    /// Rewrites a style sheet without nested rules and without conditions.
    mutating func sheet(rewriting text: Substring, depth: Int = 0) -> String {
        guard depth < Self.nestingLimit else { return "" }
        var result = ""
        for rule in Self.rules(text) {
            guard let block = rule.block else {
                result += rule.prelude + ";\n"
                continue
            }
            guard rule.prelude.hasPrefix("@") else {
                result += self.rule(rule.prelude, block, depth: depth)
                continue
            }
            if rule.prelude.hasPrefix("@font-face") { notes.insert(.fonts) }
            switch holds(rule.prelude) {
            case true?: result += sheet(rewriting: block, depth: depth + 1)
            case false?: break
            case nil: notes.insert(.conditions)
            }
        }
        return result
    }

    private mutating func rule(_ prelude: String, _ block: Substring, depth: Int) -> String {
        guard depth < Self.nestingLimit, spend(prelude), spend(block) else {
            notes.insert(.selectors)
            return ""
        }
        let (plain, nested) = Self.parts(of: block)
        let selectors = selectors(prelude)
        let declarations = declarations(rewriting: plain[...])
        var result =
            declarations.isEmpty || selectors.isEmpty
            ? "" : "\(selectors.joined(separator: ", ")) { \(declarations) }\n"
        for inner in nested {
            guard let contents = inner.block else { continue }
            if inner.prelude.hasPrefix("@") {
                if holds(inner.prelude) == true {
                    result += rule(prelude, contents, depth: depth + 1)
                }
                continue
            }
            for selector in selectors {
                let own = inner.prelude
                let joined =
                    own.contains("&") ? own.replacing("&", with: selector) : "\(selector) \(own)"
                result += rule(joined, contents, depth: depth + 1)
            }
        }
        return result
    }

    // MARK: Rules

    private static func rules(_ text: Substring) -> [Rule] {
        var rules: [Rule] = []
        var rest = text
        while let end = CSSText.first(of: ["{", ";"], in: rest) {
            let prelude = CSSText.trimmed(rest[..<end])
            let behind = rest[rest.index(after: end)...]
            guard rest[end] == "{" else {
                if prelude.hasPrefix("@") { rules.append((prelude, nil)) }
                rest = behind
                continue
            }
            let close = CSSText.first(of: ["}"], in: behind) ?? behind.endIndex
            rules.append((prelude, behind[..<close]))
            rest =
                close < behind.endIndex ? behind[behind.index(after: close)...] : behind[close...]
        }
        return rules
    }

    /// Separates the declarations of a block from the rules that are nested in it.
    private static func parts(of block: Substring) -> (declarations: String, nested: [Rule]) {
        guard block.contains("{") else { return (String(block), []) }
        var declarations = ""
        var rest = block
        while let end = CSSText.first(of: ["{", ";"], in: rest) {
            if rest[end] == ";" {
                declarations += rest[...end]
                rest = rest[rest.index(after: end)...]
                continue
            }
            let behind = rest[rest.index(after: end)...]
            let close = CSSText.first(of: ["}"], in: behind) ?? behind.endIndex
            rest =
                close < behind.endIndex ? behind[behind.index(after: close)...] : behind[close...]
        }
        return (declarations + rest, rules(block))
    }

    /// Splits a list of selectors, with each alternative of `:is()` and `:where()` written out.
    private mutating func selectors(_ prelude: String) -> [String] {
        var pending = CSSText.split(prelude[...], at: ",").map { CSSText.trimmed($0) }
        var done: [String] = []
        while let selector = pending.popLast(), done.count + pending.count < 256 {
            if selector.contains(":has(") {
                notes.insert(.selectors)
                continue
            }
            guard let name = [":is(", ":where("].compactMap({ selector.firstRange(of: $0) }).first
            else {
                done.append(selector)
                continue
            }
            let body = selector[name.upperBound...]
            guard let close = CSSText.first(of: [")"], in: body) else { continue }
            let behind = body[body.index(after: close)...]
            for choice in CSSText.split(body[..<close], at: ",") {
                let word = CSSText.trimmed(choice)
                // A type cannot follow a class: '.a:is(rect)' is 'rect.a'.
                let head = selector[..<name.lowerBound]
                let isType = word.first?.isLetter == true
                let start = head.lastIndex { " >+~".contains($0) }.map { head.index(after: $0) }
                let compound = start ?? head.startIndex
                pending.append(
                    isType
                        ? head[..<compound] + word + head[compound...] + behind
                        : head + word + behind
                )
            }
        }
        return done.reversed()
    }

    // MARK: Conditions

    /// Whether the condition of a rule holds; nil if it is not known.
    private func holds(_ prelude: String) -> Bool? {
        let name = prelude.prefix { $0 == "@" || $0 == "-" || $0.isLetter }.lowercased()
        let condition = CSSText.trimmed(prelude.dropFirst(name.count)).lowercased()
        switch name {
        case "@media": return holds(media: condition)
        case "@layer": return true
        // A browser supports nearly all that is asked for.
        case "@supports": return !condition.hasPrefix("not")
        case "@font-face", "@keyframes", "@-webkit-keyframes", "@page", "@property": return false
        case _: return nil
        }
    }

    /// Whether a list of media queries holds, one of which is enough; nil if that is not known.
    func holds(media list: String) -> Bool? {
        if list.isEmpty { return true }
        var isKnown = true
        for query in CSSText.split(list.lowercased()[...], at: ",") {
            switch holds(query: CSSText.trimmed(query)) {
            case true?: return true
            case false?: break
            case nil: isKnown = false
            }
        }
        return isKnown ? false : nil
    }

    private func holds(query: String) -> Bool? {
        if query.hasPrefix("not ") {
            return holds(query: CSSText.trimmed(query.dropFirst(4))).map { !$0 }
        }
        let alternatives = query.split(separator: " or ")
        if alternatives.count > 1 {
            return alternatives.contains { holds(query: CSSText.trimmed($0)) == true }
        }
        var isKnown = true
        for part in query.split(separator: " and ") {
            let word = CSSText.trimmed(part.hasPrefix("only ") ? part.dropFirst(5) : part)
            switch holds(feature: word) {
            case true?: break
            case false?: return false
            case nil: isKnown = false
            }
        }
        return isKnown ? true : nil
    }

    private func holds(feature: String) -> Bool? {
        guard feature.hasPrefix("("), feature.hasSuffix(")") else {
            return feature == "all" || feature == "screen"
        }
        let inner = CSSText.trimmed(feature.dropFirst().dropLast())
        let halves = inner.split(separator: ":", maxSplits: 1).map { CSSText.trimmed($0) }
        guard halves.count == 2 else { return nil }
        let (name, value) = (halves[0], halves[1])
        switch name {
        case "prefers-color-scheme": return value == "light"
        case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency",
            "prefers-reduced-data", "forced-colors", "inverted-colors":
            return value == "no-preference" || value == "none"
        case "orientation":
            return value == (viewport.height >= viewport.width ? "portrait" : "landscape")
        case "scripting": return value == "none"
        case _: break
        }
        guard let bound = CSSAmount(value), bound.kind == .pixels || bound.value == 0 else {
            return nil
        }
        switch name {
        case "min-width": return viewport.width >= bound.value
        case "max-width": return viewport.width <= bound.value
        case "min-height": return viewport.height >= bound.value
        case "max-height": return viewport.height <= bound.value
        case "width": return viewport.width == bound.value
        case "height": return viewport.height == bound.value
        case _: return nil
        }
    }
}
