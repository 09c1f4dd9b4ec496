// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CGIF

/// GIF, by giflib: a frame, composed with those before it.
package enum GIF: ForeignFormat {
    package static var name: String { "gif" }
    package static var package: String { "libgif7" }
    package static var codec: cforeign_codec { cgif_codec }
}
