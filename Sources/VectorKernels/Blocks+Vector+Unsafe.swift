// SPDX-License-Identifier: Apache-2.0

import CVector
package import KernelInterface

/// One row of eight coefficients of a block.
private typealias Eight = SIMD8<Float>

// In this file, `withRow` has checked the bounds of all elements.

extension VectorKernels {
    package static func transformRow(
        _ low: Span<Float>,
        weights: Span<Float>,
        row: BlockRow,
        into coefficients: inout MutableSpan<Float>
    ) {
        let (taps, phases) = (row.taps, row.starts.count)
        // SAFETY: the row states how far low samples are reached, and its precondition that none
        // lies before the first, nor after the last block of its phase; there is a weight for each
        // phase and tap, and a result for each block.
        unsafe low.withRow(row.reach) { low in
            unsafe weights.withRow(8 * phases * taps) { weights in
                unsafe coefficients.withRow(8 * row.count) { coefficients in
                    for phase in 0..<phases {
                        var index = row.starts[phase]
                        var block = phase
                        while block < row.count {
                            var sum =
                                unsafe weights.vector(Eight.self, at: 8 &* phase &* taps)
                                * low[index]
                            for tap in 1..<taps {
                                unsafe sum +=
                                    weights.vector(Eight.self, at: 8 &* (phase &* taps &+ tap))
                                    * low[index &+ tap]
                            }
                            unsafe coefficients.store(sum, at: 8 &* block)
                            block &+= phases
                            index &+= row.advance
                        }
                    }
                }
            }
        }
    }

    package static func quantizeBlocks(
        _ rows: Span<Float>,
        at starts: Span<Int>,
        weights: Span<Float>,
        limits: Span<Float>,
        masks: inout MutableSpan<UInt64>,
        into blocks: inout MutableSpan<Int16>
    ) {
        let (count, taps) = (masks.count, starts.count)
        precondition(BlockRow.tapRange.contains(taps), "the number of taps is not supported")
        var last = 0
        for tap in 0..<taps {
            precondition(starts[tap] >= 0, "rows start before the buffer")
            last = max(last, starts[tap])
        }
        // SAFETY: each row holds eight coefficients for each block from its start on; there is a
        // weight for each of eight rows and each tap, and 64 results for each block.
        unsafe rows.withRow(last + 8 * count) { rows in
            let places = unsafe BlockSource.Rows { unsafe rows + starts[min($0, taps - 1)] }
            unsafe weights.withRow(64 * taps) { weights in
                unsafe limits.withRow(8 * taps) { limits in
                    unsafe masks.withRow(count) { masks in
                        unsafe blocks.withRow(64 * count) { blocks in
                            let source = unsafe BlockSource(places, weights, limits)
                            switch taps {
                            case 3: unsafe source.quantize(count, 3, masks, blocks)
                            case 4: unsafe source.quantize(count, 4, masks, blocks)
                            case 5: unsafe source.quantize(count, 5, masks, blocks)
                            case 6: unsafe source.quantize(count, 6, masks, blocks)
                            case 7: unsafe source.quantize(count, 7, masks, blocks)
                            default: preconditionFailure("the number of taps is not supported")
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Pointers to the low-resolution rows, weights and limits that blocks are computed from, checked
/// by the caller.
@unsafe
private struct BlockSource {
    /// The rows of the taps; those beyond the last tap repeat it.
    typealias Rows = InlineArray<7, UnsafePointer<Float>>

    private let rows: Rows
    private let weights: UnsafePointer<Float>
    private let limits: UnsafePointer<Float>

    @inline(__always)
    init(_ rows: Rows, _ weights: UnsafePointer<Float>, _ limits: UnsafePointer<Float>) {
        // SAFETY: the caller has checked what they point to.
        unsafe (self.rows, self.weights, self.limits) = unsafe (rows, weights, limits)
    }

    /// Computes quantized blocks; inlined for each number of taps.
    @inline(__always)
    func quantize(
        _ count: Int,
        _ taps: Int,
        _ masks: UnsafeMutablePointer<UInt64>,
        _ blocks: UnsafeMutablePointer<Int16>
    ) {
        for block in 0..<count {
            // SAFETY: the maker has checked `count` blocks in every row, and all taps.
            let low = BlockTaps(count: taps) { tap in
                unsafe rows[tap].vector(Eight.self, at: 8 &* block)
            }
            let target = unsafe blocks + 64 &* block
            var mask = unsafe pair(0, low, target)
            unsafe mask |= pair(1, low, target) << 16
            // The weights of each coefficient other than DC add up to zero, so that it depends only
            // on the differences of taps; it is zero where these cannot bring it to one half.
            let bound = unsafe low.boundOfDifferences(limits)
            if !cv_are_within_f32x8(bound, 0.49) {
                unsafe mask |= pair(2, low, target) << 32
                unsafe mask |= pair(3, low, target) << 48
            }
            unsafe masks[block] = mask
        }
    }

    /// Computes two quantized rows of a block.
    ///
    /// - Returns: A mask of the nonzero coefficients.
    @inline(__always)
    private func pair(
        _ index: Int,
        _ low: BlockTaps,
        _ target: UnsafeMutablePointer<Int16>
    ) -> UInt64 {
        // SAFETY: as before.
        let weights = unsafe weights + 16 &* low.count &* index
        let first = unsafe cv_round_f32x8(low.sum(weights))
        let second = unsafe cv_round_f32x8(low.sum(weights + 8 &* low.count))
        unsafe target.store(first, at: 16 &* index)
        unsafe target.store(second, at: 16 &* index &+ 8)
        return cv_nonzero_i16x8(first, second)
    }
}

/// The transformed low-resolution rows from which a block is interpolated.
private struct BlockTaps {
    private let taps: InlineArray<7, Eight>
    /// The number of rows, known where this is inlined.
    let count: Int

    @inline(__always)
    init(count: Int, _ row: (Int) -> Eight) {
        taps = InlineArray { $0 < count ? row($0) : .zero }
        self.count = count
    }

    /// The weighted sum of the rows; the caller has checked the number of weights.
    @inline(__always)
    func sum(_ weights: UnsafePointer<Float>) -> Eight {
        // SAFETY: the caller has checked the weights.
        var sum = unsafe weights.vector(Eight.self, at: 0) * taps[0]
        for tap in 1..<count { unsafe sum += weights.vector(Eight.self, at: 8 &* tap) * taps[tap] }
        return sum
    }

    /// Returns an upper bound of the weighted differences of the rows from the first; the caller
    /// has checked the limits.
    @inline(__always)
    func boundOfDifferences(_ limits: UnsafePointer<Float>) -> Eight {
        var bound = Eight.zero
        for tap in 1..<count {
            // SAFETY: the caller has checked the limits.
            let limit = unsafe limits.vector(Eight.self, at: 8 &* tap)
            bound += limit * cv_absolute_f32x8(taps[tap] - taps[0])
        }
        return bound
    }
}
