// SPDX-License-Identifier: Apache-2.0

/// Pointers to blocks and their masks.
@unsafe
struct JPEGBlockPointers {
    let masks: UnsafePointer<UInt64>
    let coefficients: UnsafePointer<Int16>

    @inline(__always)
    init(_ masks: UnsafePointer<UInt64>, _ coefficients: UnsafePointer<Int16>) {
        // SAFETY: the caller keeps both alive.
        unsafe (self.masks, self.coefficients) = unsafe (masks, coefficients)
    }
}
