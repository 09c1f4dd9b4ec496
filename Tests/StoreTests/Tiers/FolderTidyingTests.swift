// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Store

/// A folder in which a blob is kept again at the moment at which it would be tidied away.
@Suite struct FolderTidyingTests {
    private let bytes: [UInt8] = Array(0..<200)
    private let otherBytes: [UInt8] = Array(1..<201)
    private let name = BlobName.original(Digest(of: Array(0..<200)))

    /// Tidies a folder in which somebody else keeps an original again, just before it would be removed.
    ///
    /// - Returns: Whether it was about to be removed, and whether it is there afterwards.
    private func tidies(
        _ limits: FolderTier.Limits,
        at time: Int,
        keepingAgain blob: Blob,
        beside other: BlobName? = nil
    ) throws -> (wasChosen: Bool, left: [BlobName]) {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let (root, clock) = (folder.path("store"), SetClock())
        let wasChosen = Mutex(false)
        let writer = FolderTier(path: root, clock: { clock.now })
        let tier = FolderTier(path: root, limits: limits, clock: { clock.now }) { found in
            guard found == name, !wasChosen.withLock({ $0 }) else { return }
            wasChosen.withLock { $0 = true }
            #expect(throws: Never.self) { try writer.put(blob, as: name) }
        }
        try writer.put(Blob(chunks: [bytes], expiry: 1_010), as: name)
        if let other { try writer.put(Blob(chunks: [otherBytes]), as: other) }
        clock.now = time
        for _ in 0..<BlobKind.groupCount { _ = tier.tidy() }
        return (wasChosen.withLock { $0 }, try writer.list(.original, of: nil))
    }

    @Test func `keeps an original that is sent again while its expiry is tidied away`() throws {
        let again = Blob(chunks: [bytes], expiry: 2_000)
        let outcome = try tidies(FolderTier.Limits(), at: 1_010, keepingAgain: again)
        #expect(outcome.wasChosen)
        #expect(outcome.left == [name])
    }

    @Test func `spares an original that is sent again while it is to give way`() throws {
        let again = Blob(chunks: [bytes], expiry: 2_000)
        let other = BlobName.original(Digest(of: otherBytes))
        // Its turn is the later one.
        try #require(name.folder < other.folder)
        // Room for one of them.
        let limits = FolderTier.Limits(byteCount: 400, evictsOriginals: true)
        let outcome = try tidies(limits, at: 1_000, keepingAgain: again, beside: other)
        #expect(outcome.wasChosen)
        #expect(outcome.left == [name])
    }
}
