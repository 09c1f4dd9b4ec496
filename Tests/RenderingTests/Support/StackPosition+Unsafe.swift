// SPDX-License-Identifier: Apache-2.0

/// About where the stack ends at present.
@inline(never)
func stackPosition() -> UInt {
    var here: UInt8 = 0
    // SAFETY: the address is looked at and not used.
    return unsafe withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
}
