// SPDX-License-Identifier: Apache-2.0

extension MutableSpan where Element: BitwiseCopyable {
    /// Replaces consecutive elements by copies of the elements of a span.
    ///
    /// Inlinable, so that other modules specialize it for their type of element.
    ///
    /// - Parameters:
    ///   - source: The elements to copy.
    ///   - start: The index of the first element to replace.
    @inlinable
    public mutating func copy(_ source: Span<Element>, at start: Int = 0) {
        precondition(
            start >= 0 && source.count <= count - start,
            "the copy would end outside of the span"
        )
        // SAFETY: the elements exist in both spans, and exclusive access keeps them apart; no pointer
        // escapes.
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                unsafe (to + start).update(from: from, count: source.count)
            }
        }
    }
}
