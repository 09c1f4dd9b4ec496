// SPDX-License-Identifier: Apache-2.0

/// A prefix code made for the symbols of one block: canonical, complete, and of limited length.
///
/// It is Huffman's code where that keeps the limit. Otherwise leaves below the limit are lifted to
/// it, and each time that one goes too far another leaf makes room by moving one level down, the
/// deepest first; that is at most a little longer than the best code that keeps the limit.
///
/// References: D. A. Huffman, "A Method for the Construction of Minimum-Redundancy Codes", Proc. IRE
/// 40(9), 1952; J. van Leeuwen, "On the construction of Huffman trees", ICALP 1976 (the two queues);
/// RFC 1951, 3.2.2 (canonical codes).
struct PrefixCode {
    /// The longest code that deflate can hold.
    static let greatestLimit = 15

    /// The bits of each symbol's code; 0 for those that do not occur.
    private(set) var lengths: [UInt8]

    /// For each symbol the code, its first bit lowest, above 8 bits with its length.
    private(set) var entries: [UInt32]

    /// Symbols that occur, the rarest first, each below its frequency.
    private var sorted: [UInt32] = []
    private var scratch: [UInt32] = []
    private var starts = [Int](repeating: 0, count: 257)
    /// Frequencies of leaves, then of inner nodes in the order in which they are made.
    private var weights: [UInt32] = []
    /// The inner node above each node; later, the depth.
    private var parents: [UInt16] = []
    private var countOfLength = [Int](repeating: 0, count: Self.greatestLimit + 1)

    /// Creates a code without symbols.
    ///
    /// - Parameter symbolCount: The size of the alphabet, 2 to 512.
    init(symbolCount: Int) {
        precondition((2...512).contains(symbolCount), "an alphabet of that size")
        lengths = Array(repeating: 0, count: symbolCount)
        entries = Array(repeating: 0, count: symbolCount)
        sorted.reserveCapacity(symbolCount)
        scratch.reserveCapacity(symbolCount)
        weights.reserveCapacity(2 * symbolCount)
        parents.reserveCapacity(2 * symbolCount)
    }

    /// Makes the code for some frequencies.
    ///
    /// At least two symbols get one, since decoders want a code that is complete.
    ///
    /// - Parameters:
    ///   - frequencies: How often each symbol occurs, up to 65,535.
    ///   - limit: The bits of the longest code, with room for all symbols.
    mutating func build(_ frequencies: [UInt32], limit: Int) {
        precondition(frequencies.count == lengths.count, "another alphabet")
        precondition(
            limit <= Self.greatestLimit && frequencies.count <= 1 << limit,
            "a limit out of range"
        )
        collect(frequencies)
        sort()
        merge()
        countLengths(limit: limit)
        assignLengths()
        assignCodes()
    }

    private mutating func collect(_ frequencies: [UInt32]) {
        sorted.removeAll(keepingCapacity: true)
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            precondition(frequency < 1 << 16, "a block of more symbols than permitted")
            sorted.append(frequency << 16 | UInt32(symbol))
        }
        // Two symbols at least: what never occurs costs nothing.
        for symbol in frequencies.indices.prefix(2) where sorted.count < 2 {
            if frequencies[symbol] == 0 { sorted.append(1 << 16 | UInt32(symbol)) }
        }
    }

    /// Sorts by frequency: first by its lower byte, then, keeping that order, by the upper.
    private mutating func sort() {
        for pass in 0..<2 {
            let shift = UInt32(16 + 8 * pass)
            for value in starts.indices { starts[value] = 0 }
            for key in sorted { starts[Int(key >> shift & 0xFF) + 1] += 1 }
            if starts[1] == sorted.count { continue }
            for value in 1...256 { starts[value] += starts[value - 1] }
            scratch.removeAll(keepingCapacity: true)
            scratch.append(contentsOf: sorted)
            for key in scratch {
                let value = Int(key >> shift & 0xFF)
                sorted[starts[value]] = key
                starts[value] += 1
            }
        }
    }

    /// Builds the tree: leaves and inner nodes are two queues, both in order, and the two rarest
    /// nodes ahead in them become children of the next inner node.
    private mutating func merge() {
        let count = sorted.count
        weights.removeAll(keepingCapacity: true)
        for key in sorted { weights.append(key >> 16) }
        parents.removeAll(keepingCapacity: true)
        parents.append(contentsOf: repeatElement(0, count: 2 * count - 1))
        var leaf = 0
        var inner = count
        for node in count..<(2 * count - 1) {
            var weight: UInt32 = 0
            for _ in 0..<2 {
                let takesLeaf = leaf < count && (inner == node || weights[leaf] <= weights[inner])
                let child = takesLeaf ? leaf : inner
                if takesLeaf { leaf += 1 } else { inner += 1 }
                weight += weights[child]
                parents[child] = UInt16(node)
            }
            weights.append(weight)
        }
    }

    /// Counts the leaves at each depth, none below the limit.
    private mutating func countLengths(limit: Int) {
        for length in countOfLength.indices { countOfLength[length] = 0 }
        let root = parents.count - 1
        parents[root] = 0
        for node in (0..<root).reversed() {
            parents[node] = parents[Int(parents[node])] + 1
            if node < sorted.count { countOfLength[min(Int(parents[node]), limit)] += 1 }
        }
        // What the leaves take, in units of one of the longest codes.
        var taken = 0
        for length in 1...limit { taken += countOfLength[length] << (limit - length) }
        while taken > 1 << limit {
            // A leaf at the limit becomes the sibling of one that was above, now a level deeper.
            var length = limit - 1
            while countOfLength[length] == 0 { length -= 1 }
            countOfLength[length] -= 1
            countOfLength[length + 1] += 2
            countOfLength[limit] -= 1
            taken -= 1
        }
    }

    /// Gives the rarest symbols the longest codes.
    private mutating func assignLengths() {
        for symbol in lengths.indices { lengths[symbol] = 0 }
        var position = 0
        for length in countOfLength.indices.reversed() {
            for _ in 0..<countOfLength[length] {
                lengths[Int(sorted[position] & 0xFFFF)] = UInt8(length)
                position += 1
            }
        }
    }

    /// Numbers the codes: shorter ones first, and of one length in the order of the symbols.
    private mutating func assignCodes() {
        var next = [UInt32](repeating: 0, count: Self.greatestLimit + 2)
        for length in 1...Self.greatestLimit {
            next[length + 1] = (next[length] + UInt32(countOfLength[length])) << 1
        }
        for symbol in lengths.indices {
            let length = Int(lengths[symbol])
            guard length > 0 else {
                entries[symbol] = 0
                continue
            }
            let reversed = Self.reversed(next[length]) >> UInt32(16 - length)
            entries[symbol] = reversed << 8 | UInt32(length)
            next[length] += 1
        }
    }

    /// 16 bits in reverse.
    private static func reversed(_ code: UInt32) -> UInt32 {
        var code = code
        code = (code & 0x5555) << 1 | (code >> 1 & 0x5555)
        code = (code & 0x3333) << 2 | (code >> 2 & 0x3333)
        code = (code & 0x0F0F) << 4 | (code >> 4 & 0x0F0F)
        return (code & 0x00FF) << 8 | code >> 8
    }
}
