// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Bytes that end where unreadable memory begins, so that a kernel that looks too far crashes.
@safe
public struct GuardedBytes: ~Copyable {
    /// The number of bytes.
    public let count: Int
    private let mapping: UnsafeMutableRawPointer
    private let mappedCount: Int

    /// Maps bytes of zero.
    public init(count: Int) {
        self.count = count
        let page = Int(getpagesize())
        mappedCount = (count + page - 1) / page * page + page
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

    deinit {
        // SAFETY: mapped by `init`, and no span outlives its owner.
        _ = unsafe munmap(mapping, mappedCount)
    }

    private var start: UnsafeMutablePointer<UInt8> {
        // SAFETY: `count` bytes before the guard page, all of them mapped.
        unsafe (mapping + (mappedCount - Int(getpagesize()) - count))
            .assumingMemoryBound(to: UInt8.self)
    }

    /// The bytes.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get {
            // SAFETY: `count` bytes that live as long as `self`.
            let span = unsafe Span(_unsafeStart: start, count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// The bytes, to be written.
    public var mutableSpan: MutableSpan<UInt8> {
        @_lifetime(&self)
        mutating get {
            // SAFETY: `count` bytes that live as long as `self`, to which access is exclusive.
            let span = unsafe MutableSpan(_unsafeStart: start, count: count)
            return unsafe _overrideLifetime(span, mutating: &self)
        }
    }
}
