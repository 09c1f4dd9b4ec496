// SPDX-License-Identifier: Apache-2.0

/// A reason why a picture was not read from a source.
package enum FetchFault: Error, Hashable, Sendable {
    /// There is nothing of that name.
    case absent
    /// The receiver took no more bytes.
    case stopped
    /// The origin did not send the picture in time.
    case tooSlow
    /// The origin redirects to another address, which is not followed.
    case redirected(status: Int)
    /// The origin answers with another status than 200.
    case refused(status: Int)
    /// The name of the origin leads to no address to which connections are allowed.
    case forbiddenAddress
    /// The origin could not be reached, or the connection failed; the reason is for the operator.
    case unreachable(reason: String)
    /// libcurl is not installed.
    case libraryMissing
    /// The file was changed while it was read.
    case changing
    /// The file system refused; the reason is for the operator.
    case unreadable(reason: String)
}
