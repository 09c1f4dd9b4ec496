// SPDX-License-Identifier: Apache-2.0

import Raster
import Typesetting

/// Drawings for a typesetting process, and their places in shared memory.
///
/// The memory begins with the drawings as a ``MessageWriter`` writes them; the planes follow, each on pages of its
/// own. A job may hold any number of drawings, such as all of a scene, and further kinds of drawings have a place in
/// it; today it holds one text. The server states every number: it believes none of a process.
struct TypesettingJob {
    /// The place of a drawing's planes in the memory, in bytes.
    struct Place: Hashable {
        /// The range of the coverage.
        let coverage: Range<Int>
        /// The range of the colors; empty for no room.
        let colors: Range<Int>
    }

    /// The drawings, in the order of their results.
    let drawings: [TextDrawing]

    /// The place of each drawing.
    let places: [Place]

    /// The size of the shared memory, in bytes.
    let memory: Int

    /// The drawings as a message.
    let input: [UInt8]

    /// Creates a job, and decides where everything lies.
    init(_ drawings: [TextDrawing]) {
        self.drawings = drawings
        var writer = MessageWriter()
        for drawing in drawings {
            writer.write(drawing.form)
            writer.write(drawing.rect.x)
            writer.write(drawing.rect.y)
            writer.write(drawing.rect.size.width)
            writer.write(drawing.rect.size.height)
            writer.write(drawing.hasColors)
        }
        input = writer.bytes
        (places, memory) = Self.places(of: drawings, after: input.count)
    }

    private static func places(
        of drawings: [TextDrawing],
        after inputCount: Int
    ) -> (places: [Place], end: Int) {
        var end = SharedMemory.pages(inputCount)
        let places = drawings.map { drawing in
            let coverage = end..<end + drawing.coverageByteCount
            end += SharedMemory.pages(coverage.count)
            let colors = end..<end + drawing.colorByteCount
            end += SharedMemory.pages(colors.count)
            return Place(coverage: coverage, colors: colors)
        }
        return (places, end)
    }
}

extension TypesettingJob {
    /// The number of 64-bit words in the message for a job.
    static let wordCount = 4

    private static let mark: Int64 = 0x46_70_74_31

    /// The farthest place of a plane, in pixels; its area has room in an integer.
    private static let farthest = 1 << 24

    /// The message that announces the job to a process, as 64-bit words.
    var words: [Int64] {
        [Self.mark, Int64(drawings.count), Int64(input.count), Int64(memory)]
    }

    /// The size of the memory that a message announces; nil if the message is malformed.
    static func memoryCount(_ words: [Int64]) -> Int? {
        guard words.count == wordCount, words[0] == mark, words[2] >= 0, words[2] <= words[3]
        else { return nil }
        return Int(words[3])
    }

    /// Reads a job from its message and its memory; nil if either is malformed.
    init?(_ words: [Int64], _ memory: SharedMemory) {
        guard Self.memoryCount(words) == memory.count, (0...words[2]).contains(words[1]) else {
            return nil
        }
        input = memory.bytes(0..<Int(words[2]))
        var reader = MessageReader(input)
        var drawings: [TextDrawing] = []
        do throws(MessageReader.Malformed) {
            for _ in 0..<words[1] {
                let form = try reader.form()
                let rect = PixelRect(
                    x: try reader.integer(in: -Self.farthest...Self.farthest),
                    y: try reader.integer(in: -Self.farthest...Self.farthest),
                    width: try reader.integer(in: 0...Self.farthest),
                    height: try reader.integer(in: 0...Self.farthest)
                )
                drawings.append(TextDrawing(form, rect: rect, hasColors: try reader.flag()))
            }
        } catch {
            return nil
        }
        self.drawings = drawings
        (places, self.memory) = Self.places(of: drawings, after: input.count)
        guard self.memory == memory.count else { return nil }
    }
}
