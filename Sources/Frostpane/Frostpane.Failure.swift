// SPDX-License-Identifier: Apache-2.0

import Effects
import Rendering

extension Frostpane {
    /// A reason why an image was not rendered.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The kinds of failures.
        public enum Reason: String, Hashable, Sendable, CaseIterable {
            /// An image is damaged, or in no format that can be read.
            case picture
            /// An image or the result is larger than the limits allow.
            case size
            /// A value of the effect is out of its range, or the effect cannot be applied to the
            /// image.
            case effect
            /// The time limit has passed.
            case time
            /// The system lacks memory.
            case memory
            /// The receiver of the result failed.
            case receiver
            /// The program has a defect.
            case program
        }

        /// The kind of the failure.
        public let reason: Reason

        /// A description of the failure for developers, not for the users of a service.
        public let description: String

        init(_ reason: Reason, _ description: String) {
            self.reason = reason
            self.description = description
        }
    }
}

extension Frostpane.Failure {
    init(_ error: EffectError) {
        switch error {
        case .outOfRange(let parameter): self.init(.effect, "\(parameter) is out of its range")
        case .unsupportedEdge(let edge):
            self.init(.effect, "the effect does not support the edge mode \(edge.rawValue)")
        }
    }

    init(_ error: RenderError) {
        self.init(Reason(error), error.sentence)
    }
}

extension Frostpane.Failure.Reason {
    fileprivate init(_ error: RenderError) {
        self =
            switch error {
            case .codec(.sideTooLong), .codec(.tooManyPixels), .codec(.tooManyFramePixels),
                .resultTooLarge:
                .size
            case .codec(.outOfMemory): .memory
            case .codec(.codecUnavailable), .codec(.sourceFailed), .codec(.interrupted),
                .codec(.encoderFailed), .cancelled:
                .program
            case .codec(.sinkClosed), .sinkClosed: .receiver
            case .deadlineExceeded, .codec(.tooMuchWork): .time
            case .codec: .picture
            case .text, .plan: .effect
            }
    }
}
