// SPDX-License-Identifier: Apache-2.0

/// The reason why an image could not be read from a source: a server or a folder.
package enum FetchFault: Error, Hashable, Sendable {
    /// The source has no image of this name.
    case absent
    /// The origin does not give the image out: it responds with 401, 403 or 451.
    case withheld(status: Int)
    /// The receiver of the bytes asked to stop.
    case stopped
    /// The origin did not send the image in time.
    case tooSlow
    /// The origin redirects to another address; redirections are not followed.
    case redirected(status: Int)
    /// The origin responds with an HTTP status other than 200.
    case refused(status: Int)
    /// The name of the origin resolves to no address to which connections are allowed.
    case forbiddenAddress
    /// The origin could not be reached, or the connection failed; the reason is for the operator.
    case unreachable(reason: String)
    /// The library libcurl is not installed.
    case libraryMissing
    /// The file changed while it was being read.
    case changing
    /// The file system reported an error; the reason is for the operator.
    case unreadable(reason: String)
}
