// SPDX-License-Identifier: Apache-2.0

/// Where codes and orders lie.
@unsafe
struct JPEGTables {
    let codes: UnsafePointer<UInt32>
    /// The ranks of places, and the places of ranks.
    let orders: UnsafePointer<UInt8>

    @inline(__always)
    init(_ codes: UnsafePointer<UInt32>, _ orders: UnsafePointer<UInt8>) {
        // SAFETY: the caller keeps both.
        unsafe (self.codes, self.orders) = unsafe (codes, orders)
    }
}
