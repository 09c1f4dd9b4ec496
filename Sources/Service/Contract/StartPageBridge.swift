// SPDX-License-Identifier: Apache-2.0

import COpenAPI
import HTTPTypes

/// The HTML page at the root of the server, which explains the service and frosts a picture.
enum StartPage {
    /// The page in HTML, in UTF-8.
    static let bytes: [UInt8] = {
        // SAFETY: the C target owns a constant of exactly this many bytes for the life of the
        // program; they are copied before the pointer leaves this closure.
        unsafe Array(
            UnsafeBufferPointer(
                start: copenapi_start_page(),
                count: copenapi_start_page_byte_count()
            )
        )
    }()

    /// The entity tag of the page.
    static let entityTag = EntityTag(of: bytes)

    /// The page's Content-Security-Policy: it allows inline scripts and styles, and this server.
    static let policy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        + "connect-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'"

    /// Whether a client prefers the page to JSON, as browsers do; one without a preference gets JSON.
    static func isPreferred(by accept: AcceptField) -> Bool {
        accept.statedWeight(ofType: "text", subtype: "html")
            > accept.statedWeight(ofType: "application", subtype: "json")
    }
}
