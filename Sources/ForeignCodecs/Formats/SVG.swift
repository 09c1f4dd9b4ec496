// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CRSVG

/// SVG, by librsvg: a drawing at the size that is asked for.
package enum SVG: ForeignFormat {
    package static var name: String { "svg" }
    package static var package: String { "librsvg2-2" }
    package static var codec: cforeign_codec { crsvg_codec }
    package static var embedded: [any ForeignFormat.Type] { [WebP.self] }

    package static var drawsTexts: Bool { true }
    package static func allowTexts() { _ = crsvg_allow_texts() }

    package static func prepared(
        _ bytes: Span<UInt8>,
        _ request: ForeignRequest
    ) throws(ForeignError) -> PreparedFile {
        try DrawingRewriter.rewrite(bytes, request)
    }
}
