// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// A rule of the protocol or a limit of the server that a client has broken.
public enum HTTPFault: Error, Hashable, Sendable {
    /// The message breaks RFC 9112.
    case badRequest(RequestViolation)

    /// The head took longer than ``HTTPServerConfiguration/Timeouts/head``.
    case headTimeout

    /// The body paused longer than ``HTTPServerConfiguration/Timeouts/bodyIdle`` or took longer
    /// than ``HTTPServerConfiguration/Timeouts/body``.
    case bodyTimeout

    /// The body is longer than the handler accepts, in bytes.
    case bodyTooLarge(limit: Int)

    /// The target is longer than ``HTTPServerConfiguration/Limits/targetBytes``.
    case targetTooLong(limit: Int)

    /// `Expect` asks for something other than `100-continue`.
    case expectationUnknown

    /// The head is longer than ``HTTPServerConfiguration/Limits/headBytes``.
    case headTooLarge(limit: Int)

    /// The head has more fields than ``HTTPServerConfiguration/Limits/fieldCount``.
    case tooManyFields(limit: Int)

    /// The method is `CONNECT`, or longer than any method.
    case methodUnsupported

    /// The body has other transfer codings beneath `chunked`.
    case transferCodingUnsupported

    /// The major version is not 1.
    case versionUnsupported

    /// The server holds ``HTTPServerConfiguration/Limits/connections`` already.
    case tooManyConnections(limit: Int)

    /// The handler gave no answer within ``HTTPServerConfiguration/Timeouts/response``.
    case responseTimeout

    /// The status that RFC 9110 gives to this fault.
    public var status: HTTPResponse.Status {
        switch self {
        case .badRequest: .badRequest
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .bodyTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .expectationUnknown: .expectationFailed
        case .headTooLarge, .tooManyFields: .requestHeaderFieldsTooLarge
        case .methodUnsupported, .transferCodingUnsupported: .notImplemented
        case .versionUnsupported: .httpVersionNotSupported
        case .tooManyConnections, .responseTimeout: .serviceUnavailable
        }
    }
}
