// SPDX-License-Identifier: Apache-2.0

/// The directives in `Cache-Control` of a request that the server's cache follows.
///
/// Reference: RFC 9111, sections 5.2.1.4 and 5.2.1.5.
struct RequestDirectives: Hashable, Sendable {
    /// Whether the result must be rendered again, even if it is cached (`no-cache`).
    let rendersAnew: Bool

    /// Whether nothing of the request and the response may be stored (`no-store`).
    let keepsNothing: Bool

    /// Parses the value of `Cache-Control`; nil for no such field.
    init(_ value: String?) {
        let names = value.map {
            FieldSyntax.split($0, at: UInt8(ascii: ",")).map { member in
                member.prefix { $0 != "=" }.lowercased()
            }
        }
        rendersAnew = names?.contains("no-cache") == true
        keepsNothing = names?.contains("no-store") == true
    }
}
