// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Raster
public import Typesetting

/// Why a picture was not rendered.
public enum RenderError: Error, Equatable, Sendable {
    /// The picture could not be read, or the result could not be written.
    case codec(CodecError)
    /// The result would be larger than a picture may be.
    case resultTooLarge(PixelSize)
    /// Nobody wants the result any more.
    case cancelled
    /// The time of the work was up.
    case deadlineExceeded
    /// Whoever takes the result stopped taking it.
    case sinkClosed
    /// A text that belongs to the result cannot be drawn.
    case text(TypesettingError)
}

extension RenderError {
    /// What an error of a codec means to the render: being told to stop is not the file's fault.
    init(_ error: CodecError, _ cancellation: Cancellation) {
        switch error {
        case .interrupted:
            self = cancellation.isCancelled ? .cancelled : .deadlineExceeded
        case .sinkClosed:
            self = .sinkClosed
        case .unsupportedFormat, .unsupportedFeature, .truncated, .corrupt, .animated, .sideTooLong,
            .tooManyPixels, .tooManyScans, .headerTooLong, .tooManySegments, .profileTooLarge,
            .outOfMemory, .sourceFailed, .encoderFailed:
            self = .codec(error)
        }
    }
}
