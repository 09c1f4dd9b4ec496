// SPDX-License-Identifier: Apache-2.0

/// A Huffman code for the symbols of one block: canonical, complete, and of limited length.
///
/// It is the optimal code where that keeps the limit. Otherwise, leaves below the limit are lifted
/// to it, and each leaf that no longer fits makes another one move one level down, the deepest
/// first. That is at most slightly longer than the best code within the limit.
///
/// References: D. A. Huffman, "A Method for the Construction of Minimum-Redundancy Codes", Proc. IRE
/// 40(9), 1952; J. van Leeuwen, "On the construction of Huffman trees", ICALP 1976 (the two queues);
/// RFC 1951, 3.2.2 (canonical codes).
struct PrefixCode {
    /// The greatest code length in deflate.
    static let greatestLimit = 15

    /// The code length of each symbol in bits; 0 for symbols that do not occur.
    private(set) var lengths: [UInt8]

    /// The code of each symbol, its first bit lowest, above 8 bits that hold the length of the
    /// code.
    private(set) var entries: [UInt32]

    /// The symbols that occur, rarest first, each in the low 16 bits below its frequency.
    private var sorted: [UInt32] = []
    private var scratch: [UInt32] = []
    private var starts = [Int](repeating: 0, count: 257)
    /// The frequencies of leaves, followed by the frequencies of inner nodes in the order of their
    /// creation.
    private var weights: [UInt32] = []
    /// The parent of each node of the tree, replaced later by the depth of the node.
    private var parents: [UInt16] = []
    private var countOfLength = [Int](repeating: 0, count: Self.greatestLimit + 1)

    /// Creates a code without symbols.
    ///
    /// - Parameter symbolCount: The size of the alphabet, 2 to 512.
    init(symbolCount: Int) {
        precondition((2...512).contains(symbolCount), "the size of the alphabet is out of range")
        lengths = Array(repeating: 0, count: symbolCount)
        entries = Array(repeating: 0, count: symbolCount)
        sorted.reserveCapacity(symbolCount)
        scratch.reserveCapacity(symbolCount)
        weights.reserveCapacity(2 * symbolCount)
        parents.reserveCapacity(2 * symbolCount)
    }

    /// Builds the code for given frequencies.
    ///
    /// At least two symbols get a code, because decoders require a complete one.
    ///
    /// - Parameters:
    ///   - frequencies: The frequency of each symbol, up to 65,535.
    ///   - limit: The greatest code length, with room for all symbols.
    mutating func build(_ frequencies: [UInt32], limit: Int) {
        precondition(frequencies.count == lengths.count, "the alphabet has another size")
        precondition(
            limit <= Self.greatestLimit && frequencies.count <= 1 << limit,
            "the limit is out of range"
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
            precondition(frequency < 1 << 16, "the block has too many symbols")
            sorted.append(frequency << 16 | UInt32(symbol))
        }
        // Two symbols at least: one that never occurs costs nothing.
        for symbol in frequencies.indices.prefix(2) where sorted.count < 2 {
            if frequencies[symbol] == 0 { sorted.append(1 << 16 | UInt32(symbol)) }
        }
    }

    /// Sorts the symbols by frequency with a radix sort: by the lower byte, then stably by the
    /// upper.
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

    /// Builds the tree from two sorted queues, leaves and inner nodes.
    ///
    /// The two rarest nodes at their heads become children of the next inner node.
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

    /// Counts the leaves at each depth, none deeper than the limit.
    private mutating func countLengths(limit: Int) {
        for length in countOfLength.indices { countOfLength[length] = 0 }
        let root = parents.count - 1
        parents[root] = 0
        for node in (0..<root).reversed() {
            parents[node] = parents[Int(parents[node])] + 1
            if node < sorted.count { countOfLength[min(Int(parents[node]), limit)] += 1 }
        }
        // The space that the leaves take, in units of one code of the greatest length.
        var taken = 0
        for length in 1...limit { taken += countOfLength[length] << (limit - length) }
        while taken > 1 << limit {
            // A leaf at the limit becomes the sibling of a shallower one that moves one level
            // down.
            var length = limit - 1
            while countOfLength[length] == 0 { length -= 1 }
            countOfLength[length] -= 1
            countOfLength[length + 1] += 2
            countOfLength[limit] -= 1
            taken -= 1
        }
    }

    /// Assigns the longest codes to the rarest symbols.
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

    /// Numbers the codes: shorter ones first, and codes of one length in the order of their
    /// symbols.
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

    /// Reverses the order of the bits of a 16-bit number.
    private static func reversed(_ code: UInt32) -> UInt32 {
        var code = code
        code = (code & 0x5555) << 1 | (code >> 1 & 0x5555)
        code = (code & 0x3333) << 2 | (code >> 2 & 0x3333)
        code = (code & 0x0F0F) << 4 | (code >> 4 & 0x0F0F)
        return (code & 0x00FF) << 8 | code >> 8
    }
}
