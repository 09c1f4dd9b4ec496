// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering

/// The facts about the bytes of a picture that explain why it cannot be decoded.
///
/// They are found quickly, so that no picture has to stay in memory for an error that may come later.
struct FileFacts: Sendable {
    /// The format, if it is recognized.
    let format: ImageFormat?

    /// Whether the file lacks the bytes that `curl -d` removes: line feeds, carriage returns and null
    /// bytes.
    ///
    /// A JPEG or a GIF has null bytes in its first fields. Drawings need none, as they are
    /// texts, and so can the first bytes of any file.
    let isStripped: Bool

    /// The number of bytes from which a file has fields with null bytes.
    private static let leastByteCount = 64

    /// Finds the facts about a file.
    init(_ bytes: [UInt8]) {
        format = ImageFormat.sniff(bytes.span)
        let removed: Set<UInt8> = [0, 10, 13]
        isStripped =
            (format == .jpeg || format == .gif) && bytes.count >= Self.leastByteCount
            && !bytes.contains(where: removed.contains)
    }
}
