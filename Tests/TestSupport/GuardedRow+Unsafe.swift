// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Elements that end where unreadable memory begins, so that a kernel that looks too far crashes.
@safe
package struct GuardedRow<Element: BitwiseCopyable & AdditiveArithmetic>: ~Copyable {
    /// The number of elements.
    package let count: Int
    private let mapping: UnsafeMutableRawPointer
    private let mappedCount: Int

    private var byteCount: Int { count * MemoryLayout<Element>.stride }

    /// Maps elements of zero.
    package init(count: Int) {
        self.count = count
        let page = Int(getpagesize())
        let byteCount = count * MemoryLayout<Element>.stride
        mappedCount = (byteCount + page - 1) / page * page + page
        // SAFETY: an anonymous mapping of its own; the last page of it is taken back.
        let address = unsafe mmap(
            nil,
            mappedCount,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0
        )
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            preconditionFailure("no memory for a test")
        }
        unsafe mapping = address
        let status = unsafe mprotect(address + mappedCount - page, page, PROT_NONE)
        precondition(status == 0, "no guard page")
    }

    /// Maps a copy.
    package init(_ elements: [Element]) {
        self.init(count: elements.count)
        var span = mutableSpan
        for index in elements.indices { span[index] = elements[index] }
    }

    deinit {
        // SAFETY: mapped by `init`, and no span outlives its owner.
        _ = unsafe munmap(mapping, mappedCount)
    }

    private var start: UnsafeMutablePointer<Element> {
        // SAFETY: `count` elements before the guard page, all of them mapped, aligned since pages
        // are, and of a type for which zero bits are a value.
        unsafe (mapping + (mappedCount - Int(getpagesize()) - byteCount))
            .assumingMemoryBound(to: Element.self)
    }

    /// The elements.
    package var span: Span<Element> {
        @_lifetime(borrow self)
        borrowing get {
            // SAFETY: `count` elements that live as long as `self`.
            let span = unsafe Span(_unsafeStart: start, count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// The elements, to be written.
    package var mutableSpan: MutableSpan<Element> {
        @_lifetime(&self)
        mutating get {
            // SAFETY: `count` elements that live as long as `self`, to which access is exclusive.
            let span = unsafe MutableSpan(_unsafeStart: start, count: count)
            return unsafe _overrideLifetime(span, mutating: &self)
        }
    }

    /// A copy of the first elements.
    ///
    /// - Parameter count: How many.
    /// - Returns: The elements.
    package func prefix(_ count: Int) -> [Element] {
        let span = span
        return (0..<count).map { span[$0] }
    }
}
