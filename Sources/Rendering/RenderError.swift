// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Raster
public import Typesetting

/// A reason why a picture was not rendered.
public enum RenderError: Error, Equatable, Sendable {
    /// The picture could not be read, or the result could not be written.
    case codec(CodecError)
    /// The result would be larger than a picture may be.
    case resultTooLarge(PixelSize)
    /// The caller cancelled the render.
    case cancelled
    /// The deadline of the render has passed.
    case deadlineExceeded
    /// The receiver of the result refused more bytes.
    case sinkClosed
    /// A text of the result cannot be drawn.
    case text(TypesettingError)
}

extension RenderError {
    /// Converts an error of a codec; `interrupted` becomes the reason for the interruption.
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
