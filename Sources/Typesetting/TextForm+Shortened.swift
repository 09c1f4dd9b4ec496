// SPDX-License-Identifier: Apache-2.0

import Effects

extension TextForm {
    /// Returns the first characters of the text, followed by an ellipsis in the style of the last
    /// one kept.
    ///
    /// - Parameter count: The number of characters kept; blanks at their end are dropped.
    /// - Returns: The shortened text.
    func shortened(to count: Int) -> TextForm {
        var result = self
        result.runs = []
        var rest = count
        for run in runs {
            let kept = run.text.prefix(rest)
            rest -= kept.count
            var part = run
            part.text = String(kept)
            result.runs.append(part)
            if rest == 0 { break }
        }
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
