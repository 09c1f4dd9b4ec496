// SPDX-License-Identifier: Apache-2.0

/// Reads one input: a byte that chooses the reader, and a query, a form, a field or a path.
///
/// - Parameters:
///   - start: The first byte.
///   - count: How many bytes there are.
/// - Returns: 0, which keeps the input for the corpus if it reached anything new.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    // SAFETY: libFuzzer owns `count` bytes at `start` until this returns.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do {
        try QueryCheck.run(bytes)
    } catch {
        fatalError(error.rule)
    }
    return 0
}
