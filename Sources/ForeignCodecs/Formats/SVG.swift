// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CRSVG

/// SVG, by librsvg: a drawing without text, at the size that is asked for.
package enum SVG: ForeignFormat {
    package static var name: String { "svg" }
    package static var package: String { "librsvg2-2" }
    package static var codec: cforeign_codec { crsvg_codec }
}
