// SPDX-License-Identifier: Apache-2.0

package import Raster

extension [Reshaping] {
    /// The extent of the result of all steps.
    ///
    /// - Parameter picture: The extent of the picture.
    /// - Returns: The extent behind the last step.
    package func size(of picture: PixelSize) -> PixelSize {
        reduce(picture) { $1.size(of: $0) }
    }
}
