// SPDX-License-Identifier: Apache-2.0

// The vector kernels check the bounds of their rows once, here, and then use pointers.

extension Span where Element: BitwiseCopyable {
    /// Calls a kernel with a pointer to the first elements of the span.
    ///
    /// - Parameters:
    ///   - count: The greatest number of elements that the kernel accesses; traps if there are fewer.
    ///   - body: Must not let the pointer escape.
    @inline(__always)
    func withRow(_ count: Int, _ body: (UnsafePointer<Element>) -> Void) {
        precondition(count <= self.count, "the row is too short for the kernel")
        if count == 0 { return }
        // SAFETY: at least one element exists, so the base address is there; the span keeps the
        // memory alive during the closure.
        unsafe withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { unsafe body(base) }
        }
    }
}

extension MutableSpan where Element: BitwiseCopyable {
    /// Calls a kernel with a mutable pointer to the first elements of the span.
    ///
    /// - Parameters:
    ///   - count: The greatest number of elements that the kernel accesses; traps if there are fewer.
    ///   - body: Must not let the pointer escape.
    @inline(__always)
    mutating func withRow(_ count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) {
        precondition(count <= self.count, "the row is too short for the kernel")
        if count == 0 { return }
        // SAFETY: at least one element exists, so the base address is there; the exclusive access
        // lasts as long as the closure.
        unsafe withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { unsafe body(base) }
        }
    }
}

extension UnsafePointer where Pointee: BitwiseCopyable {
    /// Loads a vector from any alignment; the caller has checked its bounds.
    @inline(__always)
    func vector<Vector: BitwiseCopyable>(_ type: Vector.Type, at index: Int) -> Vector {
        // SAFETY: the caller has checked the bounds; any bits are a valid vector.
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: Vector.self)
    }

    /// Loads a vector from an aligned address; the caller has checked alignment and bounds.
    @inline(__always)
    func alignedVector<Vector: BitwiseCopyable>(_ type: Vector.Type, at index: Int) -> Vector {
        // SAFETY: the caller has checked bounds and alignment; any bits are a valid vector.
        unsafe UnsafeRawPointer(self + index).load(as: Vector.self)
    }

    /// Loads the first elements of a vector and sets the others to 0; the caller has checked their
    /// bounds.
    @inline(__always)
    func vector<Vector: SIMD>(
        _ type: Vector.Type,
        at index: Int,
        count: Int
    ) -> Vector where Vector.Scalar == Pointee {
        var vector = Vector()
        // SAFETY: `count` is at most the count of the vector, and checked by the caller for the
        // row.
        unsafe withUnsafeMutableBytes(of: &vector) { bytes in
            unsafe bytes.baseAddress?.copyMemory(
                from: self + index,
                byteCount: count &* MemoryLayout<Pointee>.size
            )
        }
        return vector
    }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Loads a vector from any alignment; the caller has checked its bounds.
    @inline(__always)
    func vector<Vector: BitwiseCopyable>(_ type: Vector.Type, at index: Int) -> Vector {
        // SAFETY: as for the immutable pointer.
        unsafe UnsafePointer(self).vector(type, at: index)
    }

    /// Stores a vector at any alignment.
    ///
    /// - Parameters:
    ///   - vector: The vector to store.
    ///   - index: The index of its first element; the caller has checked the bounds.
    @inline(__always)
    func store<Vector: BitwiseCopyable>(_ vector: Vector, at index: Int) {
        // SAFETY: the caller has checked the bounds; the elements are trivial.
        unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: vector, as: Vector.self)
    }
    /// Loads the first elements of a vector and sets the others to 0; the caller has checked their
    /// bounds.
    @inline(__always)
    func vector<Vector: SIMD>(
        _ type: Vector.Type,
        at index: Int,
        count: Int
    ) -> Vector where Vector.Scalar == Pointee {
        // SAFETY: as for the immutable pointer.
        unsafe UnsafePointer(self).vector(type, at: index, count: count)
    }

    /// Stores the first elements of a vector; the caller has checked their bounds.
    @inline(__always)
    func store<Vector: SIMD>(
        _ vector: Vector,
        at index: Int,
        count: Int
    ) where Vector.Scalar == Pointee {
        // SAFETY: as before.
        unsafe withUnsafeBytes(of: vector) { bytes in
            if let base = bytes.baseAddress {
                unsafe UnsafeMutableRawPointer(self + index)
                    .copyMemory(from: base, byteCount: count &* MemoryLayout<Pointee>.size)
            }
        }
    }
}
