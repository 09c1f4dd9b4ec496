// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import frostpane

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
}
