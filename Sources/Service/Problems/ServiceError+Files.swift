// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering

extension ServiceError {
    /// Returns the error of a damaged picture with what is known of its file, or another error itself.
    func explained(by file: FileFacts) -> ServiceError {
        guard case .render(.codec(let error)) = self, error.isDamage, let format = file.format
        else { return self }
        return file.isStripped ? .strippedImage : .damagedImage(error, format)
    }
}

extension CodecError {
    /// Whether the error means that the file is damaged.
    fileprivate var isDamage: Bool {
        switch self {
        case .truncated, .corrupt: true
        case .unsupportedFormat, .codecNotInstalled, .codecUnavailable, .noSuchFrame,
            .unsupportedFeature, .animated,
            .sideTooLong, .tooManyPixels, .tooManyFramePixels,
            .tooManyScans, .headerTooLong, .tooManySegments, .profileTooLarge, .outOfMemory,
            .sourceFailed, .sinkClosed, .interrupted, .tooMuchWork, .encoderFailed:
            false
        }
    }
}
