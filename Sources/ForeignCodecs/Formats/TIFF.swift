// SPDX-License-Identifier: Apache-2.0

package import CForeign
import CTIFF

/// TIFF, by libtiff: a page in strips or tiles.
package enum TIFF: ForeignFormat {
    package static var name: String { "tiff" }
    package static var package: String { "libtiff6" }
    package static var codec: cforeign_codec { ctiff_codec }
}
