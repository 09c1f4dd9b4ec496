// SPDX-License-Identifier: Apache-2.0

import Codecs

/// The frames that a caller wants of a moving image.
package enum FrameChoice: Hashable, Sendable {
    /// All frames if the format of the result holds them and the client accepts it, else the first one.
    case automatic
    /// All frames.
    case all
    /// The first frame, as a still.
    case first
    /// The frames in a range of numbers, from 1.
    case range(ClosedRange<Int>)

    /// Whether the caller asks for a moving result.
    var isMoving: Bool {
        switch self {
        case .all, .range: true
        case .automatic, .first: false
        }
    }

    /// The numbers of the frames; nil for all.
    var numbers: ClosedRange<Int>? {
        if case .range(let numbers) = self { numbers } else { nil }
    }
}

extension ParameterSyntax<FrameChoice> {
    /// `all`, `1` or `first`, two numbers with two dots between them, or `auto`.
    static let frames = Self(.frames) { text, parameter throws(ParameterError) in
        if text.isWord("all") { return .all }
        if text.isWord("1") || text.isWord("first") { return .first }
        if text.isWord(RenderParameter.automatic) { return .automatic }
        let ends = text.split(separator: ".", omittingEmptySubsequences: false)
        let range = 1...PictureSelection.frameLimit
        guard ends.count == 3, ends[1].isEmpty,
            let first = Int(ends[0]), let last = Int(ends[2]),
            range.contains(first), range.contains(last), first <= last
        else { throw .malformed(parameter, value: text, suggestion: nil) }
        return .range(first...last)
    }
}
