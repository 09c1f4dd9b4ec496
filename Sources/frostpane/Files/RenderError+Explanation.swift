// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Rendering
import Typesetting

extension RenderError {
    /// The exit code and the sentence for a person at a terminal.
    var explanation: (code: ExitCode, sentence: String) {
        switch self {
        case .codec(let error): error.explanation
        case .resultTooLarge(let size):
            (.badData, "the result would have \(size.text) pixels (see --max-pixels, --max-side)")
        case .cancelled: (.interrupted, "it was interrupted")
        case .deadlineExceeded: (.software, "it took too long")
        case .sinkClosed: (.inputOutput, "the result could not be written")
        case .text(let error): (.badData, error.description)
        case .plan: (.software, "the plan cannot be applied to it")
        }
    }
}

extension CodecError {
    fileprivate var explanation: (code: ExitCode, sentence: String) {
        switch self {
        case .unsupportedFormat(nil): (.badData, "it is neither JPEG nor PNG")
        case .unsupportedFormat(let format?):
            (.badData, "it is \(format.rawValue.uppercased()), neither JPEG nor PNG")
        case .unsupportedFeature(let feature):
            (.badData, "it has \(feature.words), which cannot be read")
        case .truncated: (.badData, "it ends too early")
        case .corrupt(.structure(let offset)): (.badData, "it is damaged at byte \(offset)")
        case .corrupt(.dimensions): (.badData, "it is damaged: its size is impossible")
        case .corrupt(.pixels(let rows)): (.badData, "it is damaged after row \(rows)")
        case .animated: (.badData, "it is an animation, or contains several pictures")
        case .sideTooLong(let size, let limit):
            (.badData, "it has \(size.text) pixels; a side may have \(limit) (see --max-side)")
        case .tooManyPixels(let size, let limit):
            (.badData, "it has \(size.text) pixels; \(limit) are allowed (see --max-pixels)")
        case .tooManyScans(let limit): (.badData, "it has more than \(limit) scans")
        case .headerTooLong(let limit):
            (.badData, "more than \(limit) bytes precede its pixels")
        case .tooManySegments(let limit):
            (.badData, "it has more than \(limit) segments or chunks")
        case .profileTooLarge(let limit):
            (.badData, "its color profile has more than \(limit) bytes")
        case .outOfMemory: (.system, "there is not enough memory")
        case .sourceFailed: (.inputOutput, "it could not be read")
        case .sinkClosed: (.inputOutput, "the result could not be written")
        case .interrupted: (.interrupted, "it was interrupted")
        case .encoderFailed: (.software, "the result could not be encoded")
        }
    }
}

extension PixelSize {
    fileprivate var text: String { "\(width) × \(height)" }
}
