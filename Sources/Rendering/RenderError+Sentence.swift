// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Typesetting

extension RenderError {
    /// The error in words for people, without a period; "it" stands for the image.
    package var sentence: String {
        switch self {
        case .codec(let error): error.sentence
        case .resultTooLarge(let size): "the result would have \(size.text) pixels"
        case .cancelled: "it was interrupted"
        case .deadlineExceeded: "it took too long"
        case .sinkClosed: "the result could not be written"
        case .text(let error): error.description
        case .plan: "the plan cannot be applied to it"
        }
    }
}

extension CodecError {
    fileprivate var sentence: String {
        switch self {
        case .unsupportedFormat(nil): "it is of no format that is read"
        case .unsupportedFormat(let format?): "it is \(format.name), an unsupported format"
        case .codecNotInstalled(let format):
            "the library for \(format.name) is not installed"
        case .codecUnavailable(let format, let outage): outage.words(format)
        case .noSuchFrame: "it has fewer frames"
        case .unsupportedFeature(let feature): "it has \(feature.words), which cannot be read"
        case .truncated: "it ends too early"
        case .corrupt(.structure(let offset)): "it is damaged at byte \(offset)"
        case .corrupt(.dimensions): "it is damaged: its size is impossible"
        case .corrupt(.pixels(let rows)): "it is damaged after row \(rows)"
        case .corrupt(.refused(let damage)): "it is damaged: \(damage.rawValue)"
        case .animated: "it is an animation, or contains several pictures"
        case .sideTooLong(let size, let limit):
            "it has \(size.text) pixels; a side may have \(limit)"
        case .tooManyPixels(let size, let limit):
            "it has \(size.text) pixels; \(limit) are allowed"
        case .tooManyFramePixels(let count, let frames, let limit):
            "its \(frames) frames have \(count) pixels together; \(limit) are allowed"
        case .tooManyScans(let limit): "it has more than \(limit) scans"
        case .headerTooLong(let limit): "more than \(limit) bytes precede its pixels"
        case .tooManySegments(let limit): "it has more than \(limit) segments or chunks"
        case .profileTooLarge(let limit): "its color profile has more than \(limit) bytes"
        case .outOfMemory: "there is not enough memory"
        case .sourceFailed: "it could not be read"
        case .sinkClosed: "the result could not be written"
        case .interrupted: "it was interrupted"
        case .tooMuchWork: "it takes far more processor time than its size explains"
        case .encoderFailed: "the result could not be encoded"
        }
    }
}

extension PixelSize {
    fileprivate var text: String { "\(width) × \(height)" }
}
