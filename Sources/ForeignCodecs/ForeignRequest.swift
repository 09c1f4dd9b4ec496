// SPDX-License-Identifier: Apache-2.0

/// The picture to take of a file.
package struct ForeignRequest: Hashable, Sendable {
    /// The frame of an animation, or the page of a document, from 0.
    ///
    /// Frames are composed with those before them, as a viewer shows them.
    package var frame: Int

    /// The width of a drawing that has no pixels of its own; 0 to derive it from the height or the file.
    package var width: Int

    /// The height of such a drawing; 0 to derive it from the width or the file.
    package var height: Int

    /// Creates a request.
    package init(frame: Int = 0, width: Int = 0, height: Int = 0) {
        self.frame = frame
        self.width = width
        self.height = height
    }
}
