// SPDX-License-Identifier: Apache-2.0

import Fetching
import Testing

@testable import Store

@Suite struct S3VerdictTests {
    private static let location = S3Location(
        bucket: "pictures",
        endpoint: "http://127.0.0.1:1",
        region: "us-east-1"
    )

    private func verdict(_ status: Int, _ body: String = "", isBucket: Bool = false) throws
        -> S3Verdict
    {
        let location = try #require(Self.location)
        let answer = Curl.Answer(status: status, fields: [:], body: Array(body.utf8))
        return S3Verdict(answer, isBucket: isBucket, location)
    }

    private func error(_ code: String, _ rest: String = "") -> String {
        "<?xml version='1.0'?><Error><Code>\(code)</Code>\(rest)</Error>"
    }

    @Test(arguments: [200, 204, 206]) func `believes a success`(_ status: Int) throws {
        #expect(try verdict(status) == .done)
    }

    @Test func `tells a key that is not there from a bucket that is not`() throws {
        #expect(try verdict(404) == .absent)
        #expect(try verdict(404, error("NoSuchKey")) == .absent)
        let noBucket = S3Verdict.refused(reason: "there is no bucket 'pictures'")
        #expect(try verdict(404, error("NoSuchBucket")) == noBucket)
        #expect(try verdict(404, isBucket: true) == noBucket)
    }

    @Test func `names the right region`() throws {
        #expect(
            try verdict(400, error("AuthorizationHeaderMalformed", "<Region>eu-west-1</Region>"))
                == .refused(
                    reason: "the bucket is not in the region 'us-east-1'; it is in 'eu-west-1'"
                )
        )
    }

    @Test func `does not repeat what would be refused again`() throws {
        #expect(
            try verdict(403, error("SignatureDoesNotMatch"))
                == .refused(reason: "the store refuses the credentials (SignatureDoesNotMatch)")
        )
        #expect(try verdict(403, error("RequestTimeTooSkewed")) == .skewed)
        #expect(try verdict(507) == .full)
    }

    @Test(arguments: [408, 409, 429, 500, 502, 503, 504])
    func `repeats what may work soon`(_ status: Int) throws {
        #expect(
            try verdict(status, error("SlowDown"))
                == .again(reason: "the store responds with \(status) SlowDown")
        )
    }

    @Test func `reads lists of keys`() {
        let page = S3Page(
            "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b&lt;</NextContinuationToken>"
                + "<Contents><Key>originals/a%2Bb</Key></Contents><Contents><Key>links/c</Key></Contents>"
        )
        #expect(page.keys == ["originals/a+b", "links/c"])
        #expect(page.continuation == "a&b<")
        #expect(S3Page("<IsTruncated>false</IsTruncated><Key>unfinished").keys.isEmpty)
    }

    @Test func `reads every name back from its key`() throws {
        let (one, two) = (Digest(of: [1]), Digest(of: [2]))
        for name in [BlobName.original(one), .result(two, of: one), .record(one), .tombstone(two)] {
            #expect(BlobName(objectKey: name.objectKey) == name)
            let found = try #require(BlobName.expiry(ofKey: name.expiryKey(1_234)))
            #expect(found == (1_234, name))
        }
        for key in ["", "originals", "originals/aa/bb/cc", "probes/writing", "results/\(one.hex)"] {
            #expect(BlobName(objectKey: key) == nil)
        }
    }
}
