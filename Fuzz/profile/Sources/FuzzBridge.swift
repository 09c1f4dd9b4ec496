// SPDX-License-Identifier: Apache-2.0

/// Reads the color profiles of one input, and converts colors by them.
///
/// - Parameters:
///   - start: The first byte.
///   - count: How many bytes there are.
/// - Returns: 0, which keeps the input for the corpus if it reached anything new.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    // SAFETY: libFuzzer owns `count` bytes at `start` until this returns.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    ProfileCheck.run(Array(bytes.dropFirst()), as: first)
    return 0
}
