// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A fixed number of trivial values in one aligned heap allocation with a single owner.
///
/// It exists because rows of a band must leave as `Span` and `MutableSpan` that
/// are slices of one allocation, without copies, reference counts or exclusivity checks in loops.
/// Every access is checked against the bounds of the allocation.
@safe
public struct Samples<Element: BitwiseCopyable & Sendable>: ~Copyable {
    /// The alignment of the first element, in bytes: one cache line, one AVX-512 vector.
    public static var alignment: Int { 64 }

    @usableFromInline
    let base: UnsafeMutablePointer<Element>

    /// The pointer to pass to free(3) if the elements lie in memory from calloc(3); nil otherwise.
    @usableFromInline
    let cleared: UnsafeMutableRawPointer?

    /// The number of elements.
    public let count: Int

    /// Allocates storage filled with one value.
    ///
    /// Inlined, because other modules would otherwise fill it element by element through a
    /// function.
    ///
    /// - Parameters:
    ///   - value: The value of every element.
    ///   - count: The number of elements, zero or more.
    @inlinable
    public init(repeating value: Element, count: Int) {
        precondition(count >= 0, "the number of samples is negative")
        // SAFETY: at least one byte is asked for, the memory is bound and initialized for exactly
        // `count` trivial elements, and only `deinit` frees it.
        unsafe base = UnsafeMutableRawPointer.allocate(
            byteCount: max(1, count * MemoryLayout<Element>.stride),
            alignment: Self.alignment
        ).bindMemory(to: Element.self, capacity: count)
        unsafe base.initialize(repeating: value, count: count)
        unsafe cleared = nil
        self.count = count
    }

    /// Allocates storage of zeros.
    ///
    /// Many elements take memory only as they are written, page by page, because the system clears
    /// a page on its first use.
    ///
    /// - Parameter count: The number of elements, zero or more.
    public init(zeros count: Int) where Element: FixedWidthInteger {
        precondition(count >= 0, "the number of samples is negative")
        let byteCount = count * MemoryLayout<Element>.stride
        // SAFETY: the size is at least the size of the elements plus the alignment.
        guard let start = unsafe calloc(1, byteCount + Self.alignment) else {
            preconditionFailure("out of memory")
        }
        // SAFETY: the aligned address lies less than one alignment after the start, so the elements
        // end inside of the memory. They are integers, which zero bytes initialize; only `deinit`
        // frees it.
        unsafe base = start.alignedUp(toMultipleOf: Self.alignment)
            .bindMemory(to: Element.self, capacity: count)
        unsafe cleared = start
        self.count = count
    }

    deinit {
        // SAFETY: the elements are trivial, and no span outlives its owner.
        if let start = unsafe cleared {
            unsafe free(start)
        } else {
            unsafe UnsafeMutableRawPointer(base).deallocate()
        }
    }

    /// Returns a read-only view of a range of elements.
    @inlinable
    @_lifetime(borrow self)
    public func span(_ range: Range<Int>) -> Span<Element> {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "the range is outside the samples"
        )
        // SAFETY: the range was checked, the memory is initialized and lives as long as `self`.
        let span = unsafe Span<Element>(
            _unsafeStart: base + range.lowerBound,
            count: range.count
        )
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// Returns a writable view of a range of elements.
    @inlinable
    @_lifetime(&self)
    public mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<Element> {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "the range is outside the samples"
        )
        // SAFETY: the range was checked, the memory is initialized, lives as long as `self`, and
        // the exclusive access to `self` lasts as long as the span.
        let span = unsafe MutableSpan<Element>(
            _unsafeStart: base + range.lowerBound,
            count: range.count
        )
        return unsafe _overrideLifetime(span, mutating: &self)
    }
}

// SAFETY: the allocation has one owner, its elements are Sendable values, and mutation takes
// exclusive access to the owner.
extension Samples: @unchecked Sendable {}
