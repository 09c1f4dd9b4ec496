// SPDX-License-Identifier: Apache-2.0

import Effects
import Typesetting

/// The message of a typesetting process at the end of a job: what became of each drawing.
struct TypesettingReply {
    /// The result of a drawing: facts about it, or why it was not drawn.
    typealias Outcome = Result<TextDrawing.Outcome, TypesettingError>

    /// The outcomes, in the order of the drawings.
    let outcomes: [Outcome]

    /// The first word of every reply, by which the server recognizes one.
    private static let mark: Int64 = 0x46_70_74_32

    /// The meaning of the second of two words for an outcome.
    private enum Code: Int64 {
        /// The text is drawn; the second word is 1 if it has colors, and 2 more if it is shortened.
        case drawn = 0
        /// The second word is the index of the first run whose family is not installed.
        case unknownFamily = 1
        /// The second word is a character without a glyph.
        case missingGlyph = 2
        /// The others have no second word.
        case unavailable = 3
        case outOfMemory = 4
        case failed = 5
    }

    /// Creates a reply from the outcomes of all drawings.
    init(_ outcomes: [Outcome]) { self.outcomes = outcomes }

    /// The number of 64-bit words in the reply to a job.
    static func wordCount(of job: TypesettingJob) -> Int { 1 + 2 * job.drawings.count }

    /// The message that reports the reply to the server, as 64-bit words.
    func words(of job: TypesettingJob) -> [Int64] {
        zip(outcomes, job.drawings).reduce(into: [Self.mark]) { words, pair in
            let (code, detail) = Self.words(pair.0, pair.1)
            words += [code.rawValue, detail]
        }
    }

    private static func words(_ outcome: Outcome, _ drawing: TextDrawing) -> (Code, Int64) {
        switch outcome {
        case .success(let drawn): (.drawn, (drawn.hasColors ? 1 : 0) + (drawn.isShortened ? 2 : 0))
        case .failure(.unknownFamily(let family)):
            (.unknownFamily, Int64(drawing.form.runs.firstIndex { $0.family == family } ?? 0))
        case .failure(.missingGlyph(let scalar)): (.missingGlyph, Int64(scalar.value))
        case .failure(.unavailable): (.unavailable, 0)
        case .failure(.outOfMemory): (.outOfMemory, 0)
        // The server has checked the form; the rest is not thrown in a process.
        case .failure(.emptyText), .failure(.textTooLong), .failure(.controlCharacter),
            .failure(.malformedFamily), .failure(.outOfRange), .failure(.failed),
            .failure(.breaksLibraries), .failure(.processUnavailable), .failure(.fontsChanged),
            .failure(.interrupted):
            (.failed, 0)
        }
    }

    /// Reads the reply to a job from an untrusted message; nil if a word is out of its range.
    init?(_ words: [Int64], to job: TypesettingJob) {
        guard words.count == Self.wordCount(of: job), words[0] == Self.mark else { return nil }
        var outcomes: [Outcome] = []
        for (index, drawing) in job.drawings.enumerated() {
            let (code, detail) = (words[1 + 2 * index], words[2 + 2 * index])
            guard let outcome = Self.outcome(code, detail, drawing) else { return nil }
            outcomes.append(outcome)
        }
        self.outcomes = outcomes
    }

    private static func outcome(_ code: Int64, _ detail: Int64, _ drawing: TextDrawing) -> Outcome?
    {
        guard let code = Code(rawValue: code) else { return nil }
        switch code {
        case .drawn:
            let hasColors = detail & 1 != 0
            guard (0...3).contains(detail), !hasColors || drawing.hasColors else { return nil }
            return .success(.init(hasColors: hasColors, isShortened: detail & 2 != 0))
        case .unknownFamily:
            let runs = drawing.form.runs
            guard let index = Int(exactly: detail), runs.indices.contains(index) else { return nil }
            return .failure(.unknownFamily(runs[index].family))
        case .missingGlyph:
            guard let value = UInt32(exactly: detail), let scalar = Unicode.Scalar(value) else {
                return nil
            }
            return .failure(.missingGlyph(scalar))
        case .unavailable: return .failure(.unavailable)
        case .outOfMemory: return .failure(.outOfMemory)
        case .failed: return .failure(.failed)
        }
    }
}
