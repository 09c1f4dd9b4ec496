// SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import Testing

@testable import Service

@Suite
struct SignedAddressTests {
    private static let line = "web 0123456789abcdef0123456789abcdef"
    private static let secret = "correct-horse-battery"

    private static func key(_ line: String = line) throws -> SigningKey {
        try SigningKey(line: line[...])
    }

    private static func service(_ transport: Transport = .router) throws -> TestService {
        let key = try key()
        return try TestService(transport) {
            $0.token = secret
            $0.signingKeys = [key]
        }
    }

    /// Keeps a picture, and returns its address.
    private static func keep(in service: TestService) async throws -> String {
        let picture = try TestPicture.make()
        let reply = try await service.send(
            .post("/v1/images", picture, [("Authorization", "Bearer \(secret)")])
        )
        #expect(reply.status == 201)
        return "/v1/images/\(Digest(of: picture).hex)"
    }

    private static var later: Int { Int(Date.now.timeIntervalSince1970) + 3600 }

    // MARK: Answers

    @Test(arguments: Transport.allCases)
    func `opens what is signed to everybody, and nothing else`(transport: Transport) async throws {
        let service = try Self.service(transport)
        let image = try await Self.keep(in: service)
        let later = Self.later
        let targets = [
            image, "\(image)/render?blur=2", "\(image)/plan?blur=2",
            "\(image)/render?region=ellipse(1,2,30,40)&blur=2&region=1,2,3,4",
            image.replacing("images", with: "gallery"),
        ]
        for target in targets {
            let signed = try AddressSignature.signed(target, by: Self.key(), until: later)
            #expect(try await service.send(.get(target)).status == 401)
            // The second answer comes from the cache.
            for _ in 0..<2 { #expect(try await service.send(.get(signed)).status == 200) }
            #expect(try await service.send(Call(method: "HEAD", target: signed)).status == 200)
        }
        let deletion = try AddressSignature.signed(image, by: Self.key(), until: later)
        #expect(try await service.send(Call(method: "DELETE", target: deletion)).status == 401)
        let upload = try AddressSignature.signed("/v1/render?blur=2", by: Self.key(), until: later)
        #expect(try await service.send(.post(upload, try TestPicture.make())).status == 401)
    }

    @Test
    func `survives another spelling of the same address`() async throws {
        let key = try Self.key()
        let service = try TestService(.router) {
            $0.token = Self.secret
            $0.signingKeys = [key]
            let folder = URL(filePath: #filePath).appending(path: "../../..")
            $0.sources = [PictureSource("files=\(folder.standardized.path())")].compactMap(\.self)
        }
        let image = try await Self.keep(in: service)
        let signed = try AddressSignature.signed(
            "\(image)/render?region=ellipse(1,2,30,40)&filter=blur(2px)%20sepia(%2B50%25)",
            by: Self.key(),
            until: Self.later
        )
        #expect(signed.contains("%2B50%25"))
        let path = try AddressSignature.signed(
            "/v1/sources/files/Fixtures/yuv420.jpg/render?format=png",
            by: Self.key(),
            until: Self.later
        )
        // The first digit of the digest, escaped.
        let digit = try #require(signed.firstMatch(of: /images\/(.)/)?.output.1.utf8.first)
        let escaped = "/images/%\(String(digit, radix: 16))"
        for (one, other) in [
            (signed, signed), (signed, signed.replacing("%28", with: "(")),
            (signed, signed.replacing("%28", with: "(").replacing("%29", with: ")")),
            (signed, signed.replacing("%2C", with: ",")),
            (signed, signed.replacing("%2C", with: "%2c").replacing("%28", with: "%28")),
            (signed, signed.replacing("%20", with: "+")),
            (signed, signed.replacing("%2B", with: "+")),
            (signed, signed + "="), (signed, signed + "%3D"), (signed, signed + "%3d"),
            (path, path), (path, path.replacing("Fixtures/yuv", with: "Fixtures%2Fyuv")),
            (path, path.replacing("yuv420.jpg", with: "y%75v420%2ejpg")),
            (path, path.replacing("/v1/sources/files", with: "/v%31/s%6Furces/%66iles")),
            (signed, signed.replacing("/v1/images", with: "/v1/%69mages")),
            (signed, signed.replacing("/render?", with: "/%72%65nder?")),
            (signed, signed.replacing("/images/\(Unicode.Scalar(digit))", with: escaped)),
        ] {
            let expected = try await service.send(.get(one))
            let reply = try await service.send(.get(other))
            #expect(expected.status == 200, "\(expected.text)")
            #expect(reply.status == 200, "\(other)")
            #expect(reply.body == expected.body)
        }
        for other in [
            signed.replacing("30", with: "31"), signed + "==", signed + "a",
            signed.replacing("%2B", with: "-"), path.replacing("yuv420", with: "yuv422"),
            path.replacing("Fixtures/yuv", with: "Fixtures%252Fyuv"),
        ] {
            #expect(try await service.send(.get(other)).status == 403, "\(other)")
        }
    }

    @Test
    func `lets every cache keep what is signed, until it expires`() async throws {
        let service = try Self.service()
        let target = try await Self.keep(in: service) + "/render?blur=2"
        let forever = try AddressSignature.signed(target, by: Self.key(), until: nil)
        #expect(
            try await service.send(.get(forever))["Cache-Control"]
                == "public, max-age=31536000, immutable"
        )
        let signed = try AddressSignature.signed(target, by: Self.key(), until: 4_102_444_800)
        for _ in 0..<2 {
            let reply = try await service.send(.get(signed))
            #expect(reply["Cache-Control"] == "public, immutable")
            #expect(reply["Expires"] == "Fri, 01 Jan 2100 00:00:00 GMT")
            let tag = try #require(reply["ETag"])
            let known = try await service.send(.get(signed, [("If-None-Match", tag)]))
            #expect(known.status == 304)
            #expect(known["Expires"] == reply["Expires"])
        }
        let private_ = try await service.send(
            .get(target, [("Authorization", "Bearer \(Self.secret)")])
        )
        #expect(private_["Cache-Control"] == "private, max-age=31536000, immutable")
    }

    @Test
    func `refuses an address that has expired with 410, and one of a lost key with 403`()
        async throws
    {
        let service = try Self.service()
        let target = try await Self.keep(in: service) + "/render?blur=2"
        let expired = try AddressSignature.signed(target, by: Self.key(), until: 1_000_000_000)
        let gone = try await service.send(.get(expired))
        #expect(gone.status == 410)
        #expect(try gone.problem()["type"] as? String == "/problems/expired-address")
        let signed = try AddressSignature.signed(target, by: Self.key(), until: nil)
        for _ in 0..<2 { #expect(try await service.send(.get(signed)).status == 200) }
        var new = Configuration()
        new.token = Self.secret
        new.signingKeys = [try Self.key("next 0123456789abcdef0123456789abcdef")]
        #expect(service.service.reload(new))
        let lost = try await service.send(.get(signed))
        #expect(lost.status == 403)
        #expect(try lost.problem()["type"] as? String == "/problems/unknown-key")
        #expect(try lost.problem()["value"] as? String == "web")
    }

    @Test
    func `names the key in the log, and masks the signature`() async throws {
        let service = try Self.service()
        let target = try await Self.keep(in: service)
        let signed = try AddressSignature.signed(target, by: Self.key(), until: nil)
        _ = try await service.send(.get(signed))
        let line = try #require(try await service.log.line { $0["key_id"] == "web" })
        #expect(line["target"] == .text("\(target)?key-id=web&signature=***"))
    }

    @Test
    func `leaves signatures alone where there are no keys`() async throws {
        let service = try TestService(.router)
        let signed = try AddressSignature.signed("/v1/filters", by: Self.key(), until: nil)
        let reply = try await service.send(.get(signed))
        #expect(reply.status == 400)
        #expect(try reply.problem()["type"] as? String == "/problems/unknown-parameter")
    }

    // MARK: Attacks

    @Test(
        arguments: [
            ("blur=2", "blur=3"), ("blur=2&", ""), ("blur=2", "blur=2&saturate=0"),
            ("blur=2", "blur=2&blur=3"), ("blur=2", "blur=3&blur=2"), ("blur=2", "Blur=2"),
            ("/render?", "?"), ("/render?", "/plan?"), ("key-id=web", "key-id=web&key-id=web"),
            ("key-id=web", "key-id=app"), ("key-id=web&", ""), ("&signature=", "&signature=A"),
            ("&signature=", "&signature=&signature="), ("expires=", "expires=9"),
            ("expires=", "expires=+"), ("key-id=web", "key-id=web%00"),
            ("&signature=", "&%73ignature="), ("&signature=", "&Signature="),
            ("/v1/images", "/v1//images"), ("/v1/images", "/v1%2Fimages"),
            ("/v1/images", "/v1/%2569mages"), ("/v1/images", "/v1/%69mage%"),
        ]
    )
    func `opens no other address than the one that was signed`(
        part: String,
        replacement: String
    ) async throws {
        let service = try Self.service()
        let target = try await Self.keep(in: service) + "/render?blur=2"
        let signed = try AddressSignature.signed(target, by: Self.key(), until: Self.later)
        #expect(try await service.send(.get(signed)).status == 200)
        let changed = signed.replacing(part, with: replacement)
        try #require(changed != signed)
        let reply = try await service.send(.get(changed))
        #expect([401, 403, 404].contains(reply.status), "\(reply.status) \(changed)")
    }

    @Test
    func `opens an address whose parameters were encoded or sorted differently on their way`()
        async throws
    {
        let service = try Self.service()
        let target = try await Self.keep(in: service) + "/render?"
        let image = target.prefix { $0 != "?" }
        let signed = try AddressSignature.signed(
            "\(image)?filter=blur(2px)+saturate(2)&format=png",
            by: Self.key(),
            until: nil
        )
        #expect(signed.contains("filter=blur%282px%29%20saturate%282%29"))
        let query = signed.drop { $0 != "?" }.dropFirst()
        let turned = query.split(separator: "&").reversed().joined(separator: "&")
            .replacing("%28", with: "(").replacing("%20", with: "+").replacing("png", with: "%70ng")
        #expect(try await service.send(.get("\(image)?\(turned)")).status == 200)
    }

    @Test
    func `ignores what the operator has ignored, also behind a signature`() async throws {
        let key = try Self.key()
        let service = try TestService(.router) {
            $0.token = Self.secret
            $0.signingKeys = [key]
            $0.ignoredParameters = NamePatterns("utm_*") ?? NamePatterns()
        }
        let target = try await Self.keep(in: service) + "/render?blur=2"
        let signed = try AddressSignature.signed(target, by: key, until: nil)
        #expect(try await service.send(.get(signed + "&utm_source=mail")).status == 200)
        #expect(try await service.send(.get(signed + "&source=mail")).status == 403)
    }

    // MARK: Values

    @Test
    func `expires to the second`() throws {
        let key = try Self.key()
        let signed = try AddressSignature.signed("/v1/filters", by: key, until: 100)
        let pairs = try FormEncoding.pairs(in: signed.drop { $0 != "?" }.dropFirst())
        func signature(_ now: Int) throws(SignatureFault) -> AddressSignature? {
            try AddressSignature(in: pairs, path: "/v1/filters", keys: [key], now: now)
        }
        #expect(try signature(99)?.expiry == 100)
        #expect(throws: SignatureFault.expired) { try signature(100) }
    }

    @Test
    func `tells of an expiry only to who has the right signature`() throws {
        let key = try Self.key()
        let pairs = [("expires", "1"), ("key-id", "web"), ("signature", "guess")]
        #expect(throws: SignatureFault.wrong) {
            try AddressSignature(
                in: pairs.map { (name: $0.0, value: $0.1) },
                path: "/v1/filters",
                keys: [key],
                now: 2
            )
        }
    }

    @Test
    func `reads keys from a file, and refuses lines by their number without telling a key`() throws
    {
        let key = String(repeating: "k", count: 32)
        let read = try ConfigurationReaderTests.read(
            ["--signing-keys", "k"],
            files: ["k": "# for the web\nweb \(key)\nnext\t\(key)2\n"]
        )
        #expect(read.signingKeys.map(\.id) == ["web", "next"])
        #expect(
            ConfigurationReaderTests.faults(
                ["--signing-keys", "k"],
                files: ["k": "web \(key)\n\(key)\napp \(key.dropLast())\nweb \(key)2\n"]
            ) == [
                "'k', line 2: a line is a name of 1 to 32 letters, digits and -._, a blank and a key",
                "'k', line 3: a key has 32 to 512 visible ASCII characters, as 'openssl rand -hex 32' prints",
                "'k', line 4: an earlier key has the same name",
            ]
        )
        #expect(!"\(try Self.key())".contains("0123"))
    }
}
