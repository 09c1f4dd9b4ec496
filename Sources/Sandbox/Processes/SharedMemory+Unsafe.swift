// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Platform

/// Memory that the server shares with a sandboxed process.
///
/// A sandboxed process may write anything, anywhere in it, at any time. So the server copies what it reads
/// before it looks at it, and gives nothing of it to a library.
///
/// Belongs to one thread at a time.
@safe final class SharedMemory {
    /// The file descriptor of the memory, which is passed to the other process.
    let descriptor: Int32

    /// The size in bytes.
    let count: Int

    /// Whether no process can change the size, as the system has memory of that kind.
    let isSealed: Bool

    // SAFETY: the mapping of `count` bytes, which lives as long as this object. The size of the memory is
    // sealed, or the filter of the other process has no call that changes it.
    private let base: UnsafeMutableRawPointer

    /// The size of a page, in bytes; each part of the memory begins on a page.
    static let pageByteCount = 4096

    /// Rounds a size up to whole pages.
    static func pages(_ byteCount: Int) -> Int {
        (byteCount + pageByteCount - 1) / pageByteCount * pageByteCount
    }

    /// Creates memory, all zeros; pages are taken from the system as they are written.
    ///
    /// - Parameter count: The size in bytes.
    /// - Throws: The error of the system, such as `ENOMEM` without room.
    convenience init(count: Int) throws(Syscall.Failure) {
        var isSealed: Int32 = 0
        // SAFETY: the flag is a local variable.
        let descriptor = unsafe csandbox_memory(count, &isSealed)
        guard descriptor >= 0 else { throw Syscall.Failure(code: -descriptor) }
        try self.init(mapping: descriptor, count: count, isSealed: isSealed == 1)
    }

    /// Maps the memory behind a file descriptor, and takes over the descriptor.
    ///
    /// - Throws: The error of the system, such as `ENOMEM` without room.
    init(mapping descriptor: Int32, count: Int, isSealed: Bool = true) throws(Syscall.Failure) {
        let rights = PROT_READ | PROT_WRITE
        // SAFETY: the system chooses the place, and the result is checked before it is used.
        let place = unsafe mmap(nil, count, rights, MAP_SHARED, descriptor, 0)
        let code = errno
        // SAFETY: the call returns either -1 or the start of a mapping of `count` bytes.
        guard let base = unsafe place, unsafe base != UnsafeMutableRawPointer(bitPattern: -1) else {
            close(descriptor)
            throw Syscall.Failure(code: code)
        }
        self.isSealed = isSealed
        self.descriptor = descriptor
        self.count = count
        unsafe self.base = base
    }

    deinit {
        // SAFETY: nothing refers to the mapping any more.
        unsafe munmap(base, count)
        close(descriptor)
    }

    private func check(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the memory")
    }

    /// Takes the room for a range from the system, before this process or the other one touches it.
    ///
    /// Sealed memory needs none in advance. Touching a file without room ends a process by SIGBUS.
    ///
    /// - Throws: The error of the system, such as `ENOSPC` without room.
    func reserve(_ range: Range<Int>) throws(Syscall.Failure) {
        check(range)
        if isSealed { return }
        let code = csandbox_reserve(descriptor, range.lowerBound, range.count)
        guard code == 0 else { throw Syscall.Failure(code: code) }
    }

    /// Maps the pages of a range by one system call, instead of one page fault for each.
    ///
    /// Kernels before Linux 5.14 refuse the request, which is harmless.
    func populate(_ range: Range<Int>, toWrite: Bool) {
        check(range)
        guard range.count >= 16 * Self.pageByteCount else { return }
        let first = range.lowerBound / Self.pageByteCount * Self.pageByteCount
        let advice = toWrite ? MADV_POPULATE_WRITE : MADV_POPULATE_READ
        // SAFETY: the pages lie within the mapping, and their contents do not change.
        _ = unsafe madvise(base + first, range.upperBound - first, advice)
    }

    /// Copies bytes into the memory at an offset.
    func write(_ bytes: Span<UInt8>, at offset: Int) {
        check(offset..<offset + bytes.count)
        // SAFETY: the range was checked, and the bytes are alive within the closure.
        unsafe bytes.withUnsafeBytes { source in
            guard let start = source.baseAddress else { return }
            unsafe (base + offset).copyMemory(from: start, byteCount: source.count)
        }
    }

    /// Copies bytes from an offset of the memory.
    func copy(from offset: Int, into bytes: inout MutableSpan<UInt8>) {
        check(offset..<offset + bytes.count)
        // SAFETY: the range was checked, and the room is alive within the closure.
        unsafe bytes.withUnsafeMutableBytes { target in
            guard let start = target.baseAddress else { return }
            unsafe start.copyMemory(from: base + offset, byteCount: target.count)
        }
    }

    /// Returns a copy of a range of bytes.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        check(range)
        // SAFETY: the range was checked; the bytes are copied.
        return unsafe [UInt8](
            UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
        )
    }

    /// Returns a copy of a range of pixels, four bytes each; the range begins on a page.
    func pixels(_ range: Range<Int>) -> [UInt32] {
        check(range)
        // SAFETY: the range was checked, and its beginning is aligned; the pixels are copied.
        let start = unsafe (base + range.lowerBound).assumingMemoryBound(to: UInt32.self)
        return unsafe [UInt32](UnsafeBufferPointer(start: start, count: range.count / 4))
    }

    /// Calls a closure with a read-only view of a range, which nobody else may write meanwhile.
    func read<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        check(range)
        // SAFETY: the range was checked, and the mapping outlives the call.
        let start = unsafe (base + range.lowerBound).assumingMemoryBound(to: UInt8.self)
        return try body(unsafe Span(_unsafeStart: start, count: range.count))
    }

    /// Calls a closure with a writable view of a range.
    func fill<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        check(range)
        // SAFETY: the range was checked, and the mapping outlives the call; ranges that are in use at the
        // same time do not overlap.
        let start = unsafe (base + range.lowerBound).assumingMemoryBound(to: UInt8.self)
        var span = unsafe MutableSpan(_unsafeStart: start, count: range.count)
        return try body(&span)
    }

    /// Calls a closure with a writable view of a range of pixels, four bytes each; the range begins on a
    /// page.
    func fillPixels<Result, Failure: Error>(
        _ range: Range<Int>,
        _ body: (inout MutableSpan<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        check(range)
        // SAFETY: the range was checked, its beginning is aligned, and the mapping outlives the call; ranges
        // that are in use at the same time do not overlap.
        let start = unsafe (base + range.lowerBound).assumingMemoryBound(to: UInt32.self)
        var span = unsafe MutableSpan(_unsafeStart: start, count: range.count / 4)
        return try body(&span)
    }
}
