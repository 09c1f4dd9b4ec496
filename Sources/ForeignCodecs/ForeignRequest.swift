// SPDX-License-Identifier: Apache-2.0

/// The frame or page to decode from a file, and the size in pixels for a vector drawing.
package struct ForeignRequest: Hashable, Sendable {
    /// The frame of an animation, or the page of a document, from 0.
    ///
    /// Frames are composed with those before them, as a viewer shows them.
    package var frame: Int

    /// The width in pixels for a vector drawing; 0 to derive it from the height or the file.
    package var width: Int

    /// The height in pixels for a vector drawing; 0 to derive it from the width or the file.
    package var height: Int

    /// Creates a request, by default for the first frame or page at the size that the file states.
    package init(frame: Int = 0, width: Int = 0, height: Int = 0) {
        self.frame = frame
        self.width = width
        self.height = height
    }
}
