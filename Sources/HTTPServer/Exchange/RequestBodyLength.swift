// SPDX-License-Identifier: Apache-2.0

/// How the length of a request's body is stated.
public enum RequestBodyLength: Hashable, Sendable {
    /// There is no body.
    case none

    /// `Content-Length` says how many bytes follow, possibly zero.
    case known(Int)

    /// The body is chunked; its end is found when it comes.
    case chunked
}
