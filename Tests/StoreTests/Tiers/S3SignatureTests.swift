// SPDX-License-Identifier: Apache-2.0

import Fetching
import Foundation
import Testing

@testable import Store

/// The examples of "Authenticating Requests: Using the Authorization Header" in the guide of Amazon S3.
@Suite struct S3SignatureTests {
    private static let credentials = S3Credentials(
        identifier: "AKIAIOSFODNN7EXAMPLE",
        secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    )
    private static let time = S3Time(seconds: 1_369_353_600)

    private func authorization(_ signature: S3Signature) throws -> String {
        let location = try #require(
            S3Location(
                bucket: "examplebucket",
                endpoint: "https://examplebucket.s3.amazonaws.com",
                region: "us-east-1"
            )
        )
        let fields = signature.signed(by: Self.credentials, for: location, at: Self.time)
        return try #require(fields.first { $0.name == "Authorization" }).value
    }

    @Test func `formats the time of the examples`() {
        #expect(Self.time.text == "20130524T000000Z")
        #expect(S3Time.seconds(of: "Fri, 24 May 2013 00:00:00 GMT") == 1_369_353_600)
        #expect(S3Time.seconds(of: "yesterday") == nil)
    }

    @Test func `signs a read of a part`() throws {
        let signature = S3Signature(
            method: "GET",
            path: "/test.txt",
            fields: [("range", "bytes=0-9")],
            payload: Digest(of: []).hex
        )
        #expect(
            try authorization(signature)
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        )
    }

    @Test func `signs a write, of a key that is encoded`() throws {
        let signature = S3Signature(
            method: "PUT",
            path: "/" + PercentEncoding.encoded("test$file.text", keepsSlashes: true),
            fields: [
                ("date", "Fri, 24 May 2013 00:00:00 GMT"),
                ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
            ],
            payload: Digest(of: Array("Welcome to Amazon S3.".utf8)).hex
        )
        #expect(
            try authorization(signature).hasSuffix(
                "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
            )
        )
    }

    @Test(arguments: [
        ([("lifecycle", "")], "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        (
            [("prefix", "J"), ("max-keys", "2")],
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ])
    func `signs queries in the order of their names`(
        _ query: [(String, String)],
        _ expected: String
    ) throws {
        let signature = S3Signature(
            method: "GET",
            path: "/",
            query: query.map { (name: $0.0, value: $0.1) },
            payload: Digest(of: []).hex
        )
        #expect(try authorization(signature).hasSuffix("Signature=\(expected)"))
    }

    @Test func `signs and sends the token of a session`() throws {
        let location = try #require(
            S3Location(bucket: "abc", endpoint: "http://127.0.0.1:9000", region: "eu-north-1")
        )
        let credentials = S3Credentials(identifier: "id", secret: "secret", token: "to/ken==")
        let fields = S3Signature(method: "GET", path: "/abc", payload: Digest(of: []).hex)
            .signed(by: credentials, for: location, at: Self.time)
        #expect(fields.contains { $0 == ("x-amz-security-token", "to/ken==") })
        #expect(fields.contains { $0.value.contains(";x-amz-security-token,") })
    }
}

@Suite struct S3LocationTests {
    @Test(arguments: [
        ("https://s3.amazonaws.com", "s3.amazonaws.com"),
        ("https://s3.amazonaws.com:443/", "s3.amazonaws.com"),
        ("http://127.0.0.1:9000", "127.0.0.1:9000"), ("http://[::1]:80", "[::1]"),
    ])
    func `leaves the scheme's own port out of Host`(_ endpoint: String, _ host: String) {
        #expect(S3Location(bucket: "abc", endpoint: endpoint, region: "r-1")?.host == host)
    }

    @Test(arguments: [
        "", "s3.amazonaws.com", "ftp://host", "https://", "https://host/path", "https://user@host",
        "http://a b",
    ])
    func `takes an address for an endpoint only if it is one`(_ endpoint: String) {
        #expect(!S3Location.isEndpoint(endpoint))
    }

    @Test func `encodes every byte that has a meaning in addresses`() {
        #expect(
            PercentEncoding.encoded("a b+&=?#%/ü~.-_") == "a%20b%2B%26%3D%3F%23%25%2F%C3%BC~.-_"
        )
        #expect(PercentEncoding.decoded("a%20b%2B%C3%BC") == "a b+ü")
        #expect(PercentEncoding.decoded("%2") == nil)
        #expect(PercentEncoding.decoded("%FF") == nil)
    }
}

@Suite struct S3CredentialsTests {
    @Test func `reads both spellings of files, and the last good one counts`() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let path = folder.path("credentials")
        let source = S3CredentialSource(file: path)
        #expect(source.current == nil)
        try "[default]\naws_access_key_id = one\naws_secret_access_key = two==\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        #expect(source.current == S3Credentials(identifier: "one", secret: "two=="))
        try "AWS_ACCESS_KEY_ID=three\nAWS_SECRET_ACCESS_KEY=four\nAWS_SESSION_TOKEN=five"
            .write(toFile: path, atomically: true, encoding: .utf8)
        #expect(source.current == S3Credentials(identifier: "three", secret: "four", token: "five"))
        try "AWS_ACCESS_KEY_ID=".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(source.current?.identifier == "three")
    }

    @Test func `never prints a secret`() {
        let credentials = S3Credentials(identifier: "one", secret: "two")
        var dumped = ""
        dump(credentials, to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), dumped] {
            #expect(!text.contains("two"))
        }
    }
}
