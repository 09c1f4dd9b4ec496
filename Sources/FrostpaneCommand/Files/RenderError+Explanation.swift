// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering

extension RenderError {
    /// The exit code for the error, and a sentence for a person at a terminal.
    var explanation: (code: ExitCode, sentence: String) {
        (code, sentence + (option.map { " (see \($0))" } ?? ""))
    }

    /// The option with which the image may be accepted; nil if none would help.
    private var option: String? {
        if case .resultTooLarge = self { return "--max-pixels, --max-side" }
        guard case .codec(let error) = self else { return nil }
        if case .sideTooLong = error { return "--max-side" }
        if case .tooManyPixels = error { return "--max-pixels" }
        if case .tooManyFramePixels = error { return "--max-animation-pixels, --frames" }
        if case .truncated = error { return "--damage" }
        if case .corrupt(.pixels) = error { return "--damage" }
        if case .corrupt(.refused) = error { return "--damage" }
        return nil
    }

    private var code: ExitCode {
        switch self {
        case .codec(.outOfMemory), .codec(.codecUnavailable): .system
        case .codec(.sourceFailed), .codec(.sinkClosed), .sinkClosed: .inputOutput
        case .codec(.interrupted), .cancelled: .interrupted
        case .codec(.encoderFailed), .deadlineExceeded, .plan: .software
        case .codec, .resultTooLarge, .text: .badData
        }
    }
}
