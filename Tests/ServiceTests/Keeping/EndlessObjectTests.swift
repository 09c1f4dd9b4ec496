// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPTypes
import Store
import Testing

@testable import Service

/// Objects of a bucket that are longer than what is expected of them.
@Suite struct EndlessObjectTests {
    private static let name = BlobName.original(Digest(of: [1, 2, 3]))

    private func tier(port: UInt16) throws -> S3Tier {
        let location = try #require(
            S3Location(bucket: "images", endpoint: "http://127.0.0.1:\(port)", region: "here")
        )
        let credentials = S3Credentials { _ in "a" }
        return S3Tier(location, credentials: S3CredentialSource(credentials), blobLimit: 1 << 40)
    }

    /// The error of a read of at most 1,000 bytes, and how long it took.
    private func read(_ answer: TestOrigin.Answer) throws -> (error: BlobError?, time: Duration) {
        let origin = TestOrigin(answer)
        let tier = try tier(port: try origin.start())
        defer { origin.stop() }
        let begin = ContinuousClock.now
        do throws(BlobError) {
            _ = try tier.get(Self.name, within: 1_000)
            return (nil, .now - begin)
        } catch {
            return (error, .now - begin)
        }
    }

    @Test func `stops reading an object that has no end`() throws {
        var answer = TestOrigin.Answer()
        answer.body = [UInt8](repeating: 7, count: 1 << 16)
        answer.isEndless = true
        let outcome = try read(answer)
        #expect(outcome.error == .damaged)
        #expect(outcome.time < .seconds(30))
    }

    @Test func `reads nothing of an object whose stated length is too great`() throws {
        var answer = TestOrigin.Answer()
        answer.body = [UInt8](repeating: 7, count: 4 << 20)
        #expect(try read(answer).error == .damaged)
    }

    @Test func `refuses an object that is a little too long`() throws {
        var answer = TestOrigin.Answer()
        answer.body = [UInt8](repeating: 7, count: 1_001)
        #expect(try read(answer).error == .damaged)
    }
}
