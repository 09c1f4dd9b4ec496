// SPDX-License-Identifier: Apache-2.0

extension Motion {
    /// Makes the file of one frame: a still image of its place, whose bytes are those of the file.
    ///
    /// - Parameters:
    ///   - index: The frame, from 0.
    ///   - bytes: The whole file.
    /// - Returns: A file of the same format.
    func file(of index: Int, in bytes: [UInt8]) -> [UInt8] {
        switch container {
        case .gif: GIFFrames.file(of: frames[index], self, bytes)
        case .webp: WebPFrames.file(of: frames[index], bytes)
        case .png: PNGFrames.file(of: frames[index], self, bytes)
        }
    }
}
