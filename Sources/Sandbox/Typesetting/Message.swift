// SPDX-License-Identifier: Apache-2.0

/// Writes values into the bytes of a message between the server and a process of the same program.
struct MessageWriter {
    /// The message so far.
    private(set) var bytes: [UInt8] = []

    /// Appends an integer as eight bytes, the lowest first.
    mutating func write(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a number bit by bit.
    mutating func write(_ number: Double) {
        write(Int(truncatingIfNeeded: number.bitPattern))
    }

    /// Appends whether something is true.
    mutating func write(_ flag: Bool) { write(flag ? 1 : 0) }

    /// Appends a case of an enumeration by its place among all cases.
    mutating func write<Choice: CaseIterable & Equatable>(_ choice: Choice) {
        let place = Array(Choice.allCases).firstIndex(of: choice)
        write(place ?? -1)
    }

    /// Appends a text in UTF-8, after its length.
    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes += text.utf8
    }
}

/// Reads the values of a message in the order in which a ``MessageWriter`` wrote them.
struct MessageReader {
    /// A message that no ``MessageWriter`` wrote.
    struct Malformed: Error {}

    /// The message.
    let bytes: [UInt8]

    private var offset = 0

    /// Creates a reader at the beginning of a message.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an integer.
    mutating func integer() throws(Malformed) -> Int {
        guard bytes.count - offset >= 8 else { throw Malformed() }
        defer { offset += 8 }
        return (0..<8).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    /// Reads an integer of a range.
    mutating func integer(in range: ClosedRange<Int>) throws(Malformed) -> Int {
        let number = try integer()
        guard range.contains(number) else { throw Malformed() }
        return number
    }

    /// Reads a number.
    mutating func number() throws(Malformed) -> Double {
        Double(bitPattern: UInt64(truncatingIfNeeded: try integer()))
    }

    /// Reads whether something is true.
    mutating func flag() throws(Malformed) -> Bool { try integer() == 1 }

    /// Reads a case of an enumeration.
    mutating func choice<Choice: CaseIterable>(_: Choice.Type) throws(Malformed) -> Choice {
        let (place, all) = (try integer(), Array(Choice.allCases))
        guard all.indices.contains(place) else { throw Malformed() }
        return all[place]
    }

    /// Reads a text.
    mutating func text() throws(Malformed) -> String {
        let count = try integer()
        guard (0...(bytes.count - offset)).contains(count) else { throw Malformed() }
        defer { offset += count }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }
}
