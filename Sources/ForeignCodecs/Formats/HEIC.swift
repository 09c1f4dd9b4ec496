// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CHEIF

/// HEIC, by libheif with libde265: the primary picture, upright.
package enum HEIC: ForeignFormat {
    package static var name: String { "heic" }
    package static var package: String { "libheif1" }
    package static var codec: cforeign_codec { cheif_codec }
}
