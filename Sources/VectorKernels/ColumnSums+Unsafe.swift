// SPDX-License-Identifier: Apache-2.0

/// 32 sums side by side: as many as the registers of the baseline hold with room to work.
struct ColumnSums {
    var a: SIMD8<Float>
    var b: SIMD8<Float>
    var c: SIMD8<Float>
    var d: SIMD8<Float>

    @inline(__always)
    init(from row: UnsafePointer<Float>, times weight: Float) {
        // SAFETY: the caller has checked 32 elements from each pointer.
        a = unsafe weight * row.vector(SIMD8<Float>.self, at: 0)
        b = unsafe weight * row.vector(SIMD8<Float>.self, at: 8)
        c = unsafe weight * row.vector(SIMD8<Float>.self, at: 16)
        d = unsafe weight * row.vector(SIMD8<Float>.self, at: 24)
    }

    @inline(__always)
    mutating func add(
        _ one: UnsafePointer<Float>,
        _ two: UnsafePointer<Float>,
        times weight: Float
    ) {
        // SAFETY: the caller has checked 32 elements from each pointer.
        typealias Vector = SIMD8<Float>
        unsafe a += weight * (one.vector(Vector.self, at: 0) + two.vector(Vector.self, at: 0))
        unsafe b += weight * (one.vector(Vector.self, at: 8) + two.vector(Vector.self, at: 8))
        unsafe c += weight * (one.vector(Vector.self, at: 16) + two.vector(Vector.self, at: 16))
        unsafe d += weight * (one.vector(Vector.self, at: 24) + two.vector(Vector.self, at: 24))
    }

    @inline(__always)
    mutating func addAligned(
        _ one: UnsafePointer<Float>,
        _ two: UnsafePointer<Float>,
        times weight: Float
    ) {
        // SAFETY: the caller has checked 32 elements from each pointer.
        typealias Vector = SIMD8<Float>
        unsafe a +=
            weight
            * (one.alignedVector(Vector.self, at: 0) + two.alignedVector(Vector.self, at: 0))
        unsafe b +=
            weight
            * (one.alignedVector(Vector.self, at: 8) + two.alignedVector(Vector.self, at: 8))
        unsafe c +=
            weight
            * (one.alignedVector(Vector.self, at: 16) + two.alignedVector(Vector.self, at: 16))
        unsafe d +=
            weight
            * (one.alignedVector(Vector.self, at: 24) + two.alignedVector(Vector.self, at: 24))
    }

    @inline(__always)
    func store(to row: UnsafeMutablePointer<Float>, at index: Int) {
        // SAFETY: the caller has checked 32 elements from each pointer.
        unsafe row.store(a, at: index)
        unsafe row.store(b, at: index &+ 8)
        unsafe row.store(c, at: index &+ 16)
        unsafe row.store(d, at: index &+ 24)
    }
}
