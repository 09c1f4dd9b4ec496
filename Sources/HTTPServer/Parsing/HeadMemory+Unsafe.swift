// SPDX-License-Identifier: Apache-2.0

import Glibc

extension HeadMemory {
    /// Nobody outside knows it, so that nobody can choose heads that share a place or a hash.
    private static let seed = UInt64.random(in: .min ... .max) | 1

    /// The bytes of the head that begins at a position, its empty line included; nil if its end is
    /// not there, or too far.
    static func length(_ input: Span<UInt8>, from start: Int) -> Int? {
        // SAFETY: every read is below `count`, which is within the span, and the pointers stay in
        // the closure.
        unsafe input.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress, start >= 0, start < bytes.count else { return nil }
            let head = unsafe base + start
            let count = min(bytes.count - start, maximumLength)
            var index = 0
            while index < count, let found = unsafe memchr(head + index, 0x0A, count - index) {
                let end = unsafe UnsafeRawPointer(head).distance(to: UnsafeRawPointer(found)) + 1
                if end >= 4, unsafe head[end - 2] == 0x0D, unsafe head[end - 3] == 0x0A,
                    unsafe head[end - 4] == 0x0D
                {
                    return end
                }
                index = end
            }
            return nil
        }
    }

    /// A number that depends on all bytes of a head.
    ///
    /// Each step folds a product of twice the width, as in wyhash and its kin.
    static func hash(_ input: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
        precondition(start >= 0 && count >= 0 && start <= input.count - count, "out of bounds")
        // SAFETY: the words read are below `start + count`, which is within the span.
        return unsafe input.withUnsafeBytes { bytes in
            var state = seed ^ UInt64(count)
            var index = 0
            while index + 8 <= count {
                let offset = start + index
                let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                state = mix(state, word)
                index += 8
            }
            var rest: UInt64 = 0
            while index < count {
                rest = unsafe rest << 8 | UInt64(bytes[start + index])
                index += 1
            }
            return mix(state, rest)
        }
    }

    private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (state ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return high ^ low ^ seed
    }

    /// Whether some bytes are those of the input.
    static func isSame(
        _ known: [UInt8],
        _ input: Span<UInt8>,
        _ start: Int,
        _ count: Int
    ) -> Bool {
        guard known.count == count, count > 0, start >= 0, start <= input.count - count else {
            return false
        }
        // SAFETY: both have `count` bytes from there on, as was just checked.
        return unsafe input.withUnsafeBytes { bytes in
            unsafe known.withUnsafeBytes { known in
                guard let left = bytes.baseAddress, let right = known.baseAddress else {
                    return false
                }
                return unsafe memcmp(left + start, right, count) == 0
            }
        }
    }
}
