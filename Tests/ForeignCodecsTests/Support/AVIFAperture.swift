// SPDX-License-Identifier: Apache-2.0

/// An AVIF of one item, as avifenc writes it, with a `clap` box that is put into it.
enum AVIFAperture {
    /// The size of the box, and of its place in the list of an item.
    private static let (boxByteCount, linkByteCount) = (40, 1)

    private static func place(_ kind: String, _ file: [UInt8]) -> Int {
        let code = Array(kind.utf8)
        return file.indices.first { file[$0...].starts(with: code) } ?? 0
    }

    private static func number(_ file: [UInt8], _ offset: Int, _ count: Int = 4) -> Int {
        file[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func add(_ count: Int, _ file: inout [UInt8], _ offset: Int) {
        file.replaceSubrange(offset..<offset + 4, with: bytes(number(file, offset) + count))
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Puts the numbers of a box into a file.
    static func put(_ numbers: [Int], into source: [UInt8]) -> [UInt8] {
        var file = source
        let list = place("ipco", file)
        let end = list - 4 + number(file, list - 4)
        var (offset, index) = (list + 4, 1)
        while offset < end {
            offset += number(file, offset)
            index += 1
        }
        // The first item of the list, its number of properties, and these.
        let count = place("ipma", file) + 14
        let last = count + 1 + Int(file[count])
        file.insert(UInt8(0x80 | index), at: last)
        file[count] += 1
        let box = bytes(boxByteCount) + Array("clap".utf8) + numbers.flatMap(bytes)
        file.insert(contentsOf: box, at: end)
        let grown = boxByteCount + linkByteCount
        for (kind, count) in [
            ("meta", grown), ("iprp", grown), ("ipco", boxByteCount), ("ipma", linkByteCount),
        ] {
            let start = place(kind, file) - 4
            add(count, &file, start)
        }
        // Places of one item's bytes, in four bytes each.
        add(grown, &file, place("iloc", file) + 18)
        return file
    }
}
