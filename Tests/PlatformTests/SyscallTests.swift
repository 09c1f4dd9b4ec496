// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import Testing

@Suite struct SyscallTests {
    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000], [0, 1, 65_537, 300_000])
    func `reads to the end, whatever was expected`(count: Int, expected: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let pipe = Pipe()
        let writing = Task.detached {
            try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
            try pipe.fileHandleForWriting.close()
        }
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(try Syscall.readAll(descriptor, expected: expected) == bytes)
        try await writing.value
    }

    @Test func `says what cannot be read`() throws {
        let folder = try Syscall.open("/", O_RDONLY)
        defer { try? Syscall.close(folder) }
        #expect(throws: Syscall.Failure(code: EISDIR)) { try Syscall.readAll(folder) }
    }

    @Test func `writes all bytes where a pipe does not block`() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let reading = Task.detached { try pipe.fileHandleForReading.readToEnd() }
        try Syscall.write(bytes, to: descriptor)
        try pipe.fileHandleForWriting.close()
        #expect(try await reading.value == Data(bytes))
    }

    @Test func `names what a path leads to, and a link itself`() throws {
        #expect(try Syscall.status("/").kind == .folder)
        #expect(try Syscall.status("/dev/null").kind == .other)
        #expect(try Syscall.linkStatus("/proc/self").kind == .other)
        #expect(try Syscall.status("/proc/self").kind == .folder)
        #expect(throws: Syscall.Failure(code: ENOENT)) { try Syscall.linkStatus("/no such file") }
    }
}
