// SPDX-License-Identifier: Apache-2.0

package import Raster

extension [Reshaping] {
    /// The size of an image after all steps.
    ///
    /// - Parameter picture: The image extent.
    /// - Returns: The extent after the last step.
    package func size(of picture: PixelSize) -> PixelSize {
        reduce(picture) { $1.size(of: $0) }
    }
}
