// SPDX-License-Identifier: Apache-2.0

import Store

/// An owner of what is made from images, such as results, which is forgotten with them.
protocol MadeFromImages: Sendable {
    /// The digests of all images from which anything in memory was made.
    var pictures: Set<Digest> { get }

    /// Removes from memory what was made from any of some images.
    ///
    /// - Returns: The number of complete results that were removed.
    @discardableResult
    func forget(sources: Set<Digest>) -> Int
}
