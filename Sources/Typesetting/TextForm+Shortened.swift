// SPDX-License-Identifier: Apache-2.0

import Effects

extension TextForm {
    /// The text without the blanks at its end; nil if there are none, or nothing else.
    var withoutLastBlanks: TextForm? {
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        let kept = text[...last].count
        guard kept < text.count else { return nil }
        var result = self
        result.runs = beginning(of: kept)
        return result
    }

    /// Returns the runs that the first characters of the text are in, without the others.
    private func beginning(of count: Int) -> [Run] {
        var kept: [Run] = []
        var rest = count
        for run in runs {
            var part = run
            part.text = String(run.text.prefix(rest))
            rest -= part.text.count
            kept.append(part)
            if rest == 0 { break }
        }
        return kept
    }

    /// Returns the first characters of the text, followed by an ellipsis in the style of the last
    /// one kept.
    ///
    /// - Parameter count: The number of characters kept; blanks at their end are dropped.
    /// - Returns: The shortened text.
    func shortened(to count: Int) -> TextForm {
        var result = self
        result.runs = beginning(of: count)
        while let last = result.runs.last, last.text.last?.isWhitespace ?? true {
            if !last.text.isEmpty {
                result.runs[result.runs.count - 1].text.removeLast()
            } else if result.runs.count > 1 {
                result.runs.removeLast()
            } else {
                break
            }
        }
        result.runs[result.runs.count - 1].text += "…"
        return result
    }
}
