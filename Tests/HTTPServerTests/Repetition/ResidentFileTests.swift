// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct ResidentFileTests {
    @Test func `is made of at least one byte`() {
        let room = ResidentFileRoom(files: 1, bytes: 1)
        #expect(ResidentFile([], within: room) == nil)
        #expect(ResidentFile([[], []], within: room) == nil)
        #expect(ResidentFile([[], [1]], within: room)?.count == 1)
    }

    @Test func `takes room until nobody holds it`() throws {
        let room = ResidentFileRoom(files: 2, bytes: 10)
        var first = ResidentFile([[1, 2, 3], [4]], within: room)
        #expect(first != nil)
        let second = withExtendedLifetime(first) {
            #expect((room.fileCount, room.byteCount) == (1, 4))
            #expect(ResidentFile([[UInt8](repeating: 0, count: 7)], within: room) == nil)
            let second = ResidentFile([[UInt8](repeating: 0, count: 5)], within: room)
            #expect(second != nil)
            #expect(ResidentFile([[1]], within: room) == nil)
            #expect((room.fileCount, room.byteCount) == (2, 9))
            return second
        }
        // Optimized code lets go of what is not used any more.
        withExtendedLifetime(second) {
            first = nil
            #expect((room.fileCount, room.byteCount) == (1, 5))
            let third = ResidentFile([[UInt8](repeating: 0, count: 5)], within: room)
            #expect(third != nil)
            withExtendedLifetime(third) {
                #expect((room.fileCount, room.byteCount) == (2, 10))
            }
        }
    }

    @Test func `takes no descriptor that connections or the process need`() async {
        await #expect(processExitsWith: .success) {
            limitDescriptors(to: 100)
            let room = ResidentFileRoom(files: .max, bytes: .max)
            var files: [ResidentFile] = []
            while let file = ResidentFile([[1]], within: room) { files.append(file) }
            #expect(!files.isEmpty)
            #expect(files.allSatisfy { $0.descriptor < 25 })
            #expect(room.fileCount == files.count)
            // A file made in vain leaves nothing behind. One that gets the number of a descriptor that
            // another thread of the process has just closed is not in vain.
            for _ in 0..<200 {
                let descriptor = ResidentFile([[1]], within: room)?.descriptor
                #expect(descriptor ?? 0 < 25)
            }
            #expect(room.fileCount == files.count)
            files.removeLast()
            #expect(ResidentFile([[1]], within: room) != nil)
        }
    }
}
