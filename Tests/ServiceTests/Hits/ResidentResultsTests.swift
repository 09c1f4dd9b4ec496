// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Rendering
import Testing

@testable import Service
@testable import Store

@Suite
struct ResidentResultsTests {
    private static let picture = Digest(of: [1, 2, 3])
    private static let largest = ResidentResults.byteCounts.upperBound
    private static let smallest = ResidentResults.byteCounts.lowerBound

    private let residents = ResidentResults(resultsBudget: 64 << 20)

    private func key(_ name: Int, of picture: Digest = picture) -> ResultKey {
        ResultKey(source: picture, recipe: ["\(name)"])
    }

    private func result(_ count: Int, _ fill: UInt8 = 7) -> StoredResult<ResultMetadata> {
        let half = [UInt8](repeating: fill, count: count / 2)
        let rest = [UInt8](repeating: fill, count: count - half.count)
        return StoredResult(
            chunks: [half, rest],
            byteCount: count,
            contentDigest: Digest(of: half + rest),
            metadata: ResultMetadata(timings: RenderTimings())
        )
    }

    private func isFile(_ body: ResponseBody) -> Bool {
        if case .file = body { true } else { false }
    }

    @Test(arguments: [smallest - 1, smallest, largest, largest + 1])
    func `copies what is neither small nor large`(_ count: Int) {
        let body = residents.body(of: result(count), key(0), mayCopy: true)
        #expect(isFile(body) == ResidentResults.byteCounts.contains(count))
        if case .file(let file) = body { #expect(file.count == count) }
    }

    @Test
    func `makes a copy when it may, and uses it from then on`() {
        let stored = result(Self.smallest)
        #expect(!isFile(residents.body(of: stored, key(0), mayCopy: false)))
        #expect(residents.count == 0)
        #expect(isFile(residents.body(of: stored, key(0), mayCopy: true)))
        #expect(isFile(residents.body(of: stored, key(0), mayCopy: false)))
        #expect(!isFile(residents.body(of: stored, key(1), mayCopy: false)))
        #expect(residents.count == 1)
    }

    @Test
    func `takes no copy of other bytes`() {
        _ = residents.body(of: result(Self.smallest), key(0), mayCopy: true)
        let other = result(Self.smallest + 1, 8)
        #expect(!isFile(residents.body(of: other, key(0), mayCopy: false)))
        guard case .file(let file) = residents.body(of: other, key(0), mayCopy: true) else {
            Issue.record("no copy")
            return
        }
        #expect(file.count == Self.smallest + 1)
        #expect(residents.count == 1)
    }

    @Test
    func `takes no more files and no more bytes than it may`() {
        for name in 0..<ResidentResults.countLimit + 40 {
            _ = residents.body(of: result(Self.smallest), key(name), mayCopy: true)
        }
        #expect(residents.count == ResidentResults.countLimit)
        let large = result(Self.largest)
        for name in 0..<20 { _ = residents.body(of: large, key(name), mayCopy: true) }
        #expect(residents.count <= ResidentResults.budgetLimit / Self.largest)
    }

    @Test(arguments: [(smallest, ResidentResults.countLimit), (largest, 16)])
    func `counts what is still being sent after it made room`(_ byteCount: Int, _ limit: Int) {
        let stored = result(byteCount)
        var sent = (0..<limit).map { residents.body(of: stored, key($0), mayCopy: true) }
        #expect(sent.allSatisfy(isFile))
        // Optimized code lets go of what is not used any more.
        withExtendedLifetime(sent) {
            #expect(!isFile(residents.body(of: stored, key(limit), mayCopy: true)))
        }
        sent.removeAll()
        #expect(isFile(residents.body(of: stored, key(limit), mayCopy: true)))
    }

    @Test
    func `makes no copies where no results are kept`() {
        let residents = ResidentResults(resultsBudget: 0)
        #expect(!isFile(residents.body(of: result(Self.smallest), key(0), mayCopy: true)))
        #expect(residents.count == 0)
    }

    @Test
    func `makes no copy that could not be kept`() {
        let overhead = MemoryTier<ResultKey, Int>.entryOverhead
        let residents = ResidentResults(resultsBudget: 4 * (Self.smallest + overhead))
        let large = result(Self.smallest + 1)
        #expect(!isFile(residents.body(of: large, key(0), mayCopy: true)))
        #expect(isFile(residents.body(of: result(Self.smallest), key(1), mayCopy: true)))
        #expect(!isFile(residents.body(of: large, key(0), mayCopy: true)))
        #expect(residents.count == 1)
    }

    @Test
    func `forgets by name and by picture`() {
        let other = Digest(of: [4])
        let keys = [key(0), key(1), key(0, of: other)]
        for key in keys { _ = residents.body(of: result(Self.smallest), key, mayCopy: true) }
        residents.forget(keys[0])
        #expect(residents.count == 2)
        residents.forget(source: Self.picture)
        #expect(residents.count == 1)
        #expect(isFile(residents.body(of: result(Self.smallest), keys[2], mayCopy: false)))
    }
}
