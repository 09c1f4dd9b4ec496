// SPDX-License-Identifier: Apache-2.0

import CVector
import KernelInterface

extension VectorKernels {
    package static func inverseTransform(
        _ coefficients: Span<Int16>,
        times factors: Span<Int16>,
        into samples: inout MutableSpan<UInt8>,
        stride: Int
    ) {
        let fours = coefficients.count / 256
        guard fours > 0 else { return }
        precondition(stride >= 32 * fours, "the rows overlap")
        // SAFETY: `withRow` checks 256 coefficients for each four blocks, as many factors, and seven
        // rows and as many samples after them as four blocks have each.
        unsafe coefficients.withRow(256 * fours) { coefficients in
            unsafe factors.withRow(256) { factors in
                unsafe samples.withRow(7 * stride + 32 * fours) { samples in
                    for four in 0..<fours {
                        var x = 0
                        while x < 32 {
                            var rows = unsafe Rows(coefficients + 256 &* four + x, factors + x)
                            rows.transform(bits: 11)
                            rows.transpose()
                            rows.transform(bits: 18)
                            rows.transpose()
                            unsafe rows.store(samples + 32 &* four + x, stride)
                            x &+= lanes
                        }
                    }
                }
            }
        }
    }
}

/// The eight rows of one to four blocks, each row of a block in 16 bytes.
private struct Rows {
    private var a, b, c, d, e, f, g, h: Wide

    /// Loads and dequantizes coefficients; the caller has checked that there are eight rows of 32.
    @inline(__always)
    init(_ source: UnsafePointer<Int16>, _ factors: UnsafePointer<Int16>) {
        @inline(__always)
        func row(_ y: Int) -> Wide {
            // SAFETY: the caller has checked eight rows.
            let values = unsafe source.vector(Wide.self, at: 32 &* y)
            return unsafe values &* factors.vector(Wide.self, at: 32 &* y)
        }
        (a, b, c, d) = (row(0), row(1), row(2), row(3))
        (e, f, g, h) = (row(4), row(5), row(6), row(7))
    }

    /// Computes the inverse DCT of all columns, shifting results by `bits`.
    @inline(__always)
    mutating func transform(bits: Int32) {
        let low = Half(
            cv_zip_low_w(a, e),
            cv_zip_low_w(c, g),
            cv_zip_low_w(b, d),
            cv_zip_low_w(f, h),
            bits
        )
        let high = Half(
            cv_zip_high_w(a, e),
            cv_zip_high_w(c, g),
            cv_zip_high_w(b, d),
            cv_zip_high_w(f, h),
            bits
        )
        a = cv_pack_limited_w(low.a, high.a)
        b = cv_pack_limited_w(low.b, high.b)
        c = cv_pack_limited_w(low.c, high.c)
        d = cv_pack_limited_w(low.d, high.d)
        e = cv_pack_limited_w(low.e, high.e)
        f = cv_pack_limited_w(low.f, high.f)
        g = cv_pack_limited_w(low.g, high.g)
        h = cv_pack_limited_w(low.h, high.h)
    }

    /// Transposes each block.
    ///
    /// Zipping the first half of the rows with the second moves the highest bit of a sample's row
    /// index to the lowest of its column index. After three times, rows are columns.
    @inline(__always)
    mutating func transpose() {
        zip()
        zip()
        zip()
    }

    @inline(__always)
    private mutating func zip() {
        let first = (
            cv_zip_low_w(a, e), cv_zip_high_w(a, e), cv_zip_low_w(b, f), cv_zip_high_w(b, f)
        )
        let last = (
            cv_zip_low_w(c, g), cv_zip_high_w(c, g), cv_zip_low_w(d, h), cv_zip_high_w(d, h)
        )
        (a, b, c, d) = first
        (e, f, g, h) = last
    }

    /// Stores eight rows of samples; the caller has checked their bounds.
    @inline(__always)
    func store(_ target: UnsafeMutablePointer<UInt8>, _ stride: Int) {
        // SAFETY: the caller has checked eight rows.
        unsafe target.store(cv_bytes_w(a), at: 0)
        unsafe target.store(cv_bytes_w(b), at: stride)
        unsafe target.store(cv_bytes_w(c), at: 2 &* stride)
        unsafe target.store(cv_bytes_w(d), at: 3 &* stride)
        unsafe target.store(cv_bytes_w(e), at: 4 &* stride)
        unsafe target.store(cv_bytes_w(f), at: 5 &* stride)
        unsafe target.store(cv_bytes_w(g), at: 6 &* stride)
        unsafe target.store(cv_bytes_w(h), at: 7 &* stride)
    }
}

/// The inverse DCT of four columns of each block.
private struct Half {
    let a, b, c, d, e, f, g, h: WideSums

    /// Computes the inverse DCT of columns from pairs of rows: 0 and 4, 2 and 6, 1 and 3, and 5 and
    /// 7.
    @inline(__always)
    init(_ ae: Wide, _ cg: Wide, _ bd: Wide, _ fh: Wide, _ bits: Int32) {
        @inline(__always)
        func sum(_ pairs: Wide, _ first: Int16, _ second: Int16) -> WideSums {
            let weights = Int32(second) << 16 | Int32(UInt16(bitPattern: first))
            return cv_multiply_add_w(pairs, cv_repeat_pair_w(weights))
        }
        @inline(__always)
        func odd(_ b: Int16, _ d: Int16, _ f: Int16, _ h: Int16) -> WideSums {
            sum(bd, b, d) &+ sum(fh, f, h)
        }
        let half = WideSums(repeating: 1 << (bits - 1))
        let (outer, inner) = (sum(ae, 8192, 8192) &+ half, sum(ae, 8192, -8192) &+ half)
        let (more, less) = (sum(cg, 10_703, 4433), sum(cg, 4433, -10_704))
        (a, h) = Self.settled(outer &+ more, odd(11_363, 9633, 6437, 2260), bits)
        (b, g) = Self.settled(inner &+ less, odd(9633, -2259, -11_362, -6436), bits)
        (c, f) = Self.settled(inner &- less, odd(6437, -11_362, 2261, 9633), bits)
        (d, e) = Self.settled(outer &- more, odd(2260, -6436, 9633, -11_363), bits)
    }

    @inline(__always)
    private static func settled(
        _ even: WideSums,
        _ odd: WideSums,
        _ bits: Int32
    ) -> (WideSums, WideSums) {
        (cv_shift_right_w(even &+ odd, bits), cv_shift_right_w(even &- odd, bits))
    }
}
