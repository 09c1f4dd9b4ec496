// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering

extension ServiceError {
    /// Returns ``strippedImage`` if a damaged picture has no line ends, else the error itself.
    ///
    /// `curl -d` removes line feeds and carriage returns from a file. Of the bytes of a picture, about
    /// one in 128 is one of them.
    func explained(by bytes: [UInt8]) -> ServiceError {
        guard case .render(.codec(let error)) = self, error.isDamage,
            !bytes.contains(UInt8(ascii: "\n")), !bytes.contains(UInt8(ascii: "\r"))
        else { return self }
        return .strippedImage
    }
}

extension CodecError {
    /// Whether the error means that the file is damaged.
    fileprivate var isDamage: Bool {
        switch self {
        case .truncated, .corrupt: true
        case .unsupportedFormat, .codecNotInstalled, .codecUnavailable, .noSuchFrame,
            .unsupportedFeature, .animated, .sideTooLong, .tooManyPixels,
            .tooManyScans, .headerTooLong, .tooManySegments, .profileTooLarge, .outOfMemory,
            .sourceFailed, .sinkClosed, .interrupted, .encoderFailed:
            false
        }
    }
}
