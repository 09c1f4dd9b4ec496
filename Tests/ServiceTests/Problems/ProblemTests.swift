// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import HTTPServer
import HTTPTypes
import Rendering
import Testing

@testable import Service

@Suite
struct ProblemTests {
    private func json(_ problem: Problem, requestID: String? = nil) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(
            with: Data(problem.body(requestID: requestID))
        )
        return try #require(object as? [String: Any])
    }

    @Test
    func `says which parameter is wrong and what is allowed`() throws {
        let problem = Problem(ParameterError.outOfRange(.blur, value: "1001"))
        let body = try json(problem, requestID: "r1")
        #expect(body["type"] as? String == "/problems/parameter-out-of-range")
        #expect(body["status"] as? Int == 400)
        #expect(body["parameter"] as? String == "blur")
        #expect(body["value"] as? String == "1001")
        #expect(
            body["allowed"] as? String == "a length such as 20, 20px or 8pt, from 0 to 1000 pixels"
        )
        #expect(body["requestId"] as? String == "r1")
        #expect(problem.response.headerFields[.cacheControl] == "no-store")
        #expect(problem.response.headerFields[.contentType] == "application/problem+json")
    }

    @Test(
        arguments: [
            (.truncated, "ends too early; with damage=partial, it is rendered as far as"),
            (.corrupt(.pixels(rowsDecoded: 64)), "damaged after row 64; with damage=partial"),
            (.corrupt(.structure(offset: 33)), "damaged at byte 33."),
            (.corrupt(.dimensions), "width or height is impossible"),
            (.corrupt(.refused(.wrongChecksum)), "wrong-checksum. It is accepted with damage=warn"),
        ] as [(CodecError, String)]
    )
    func `says where an image is damaged, and what serves it`(error: CodecError, words: String) {
        let problem = Problem(error, of: .jpeg)
        #expect(problem.type == .damagedImage)
        #expect(problem.detail.contains(words))
    }

    @Test(
        arguments: [
            (.notStarted, "No process for WebP can be started on this system.", nil),
            (
                .killed(signal: 9),
                "The process for WebP was killed by signal 9 from outside, and so was a second one.",
                "2"
            ),
            (.unreachable, "This system passes nothing to the process for WebP.", nil),
        ] as [(CodecOutage, String, String?)]
    )
    func `says how the system keeps a codec from its work`(
        outage: CodecOutage,
        detail: String,
        delay: String?
    ) {
        let problem = Problem(CodecError.codecUnavailable(.webp, outage))
        #expect(problem.type == .codecUnavailable)
        #expect(problem.type.status == .serviceUnavailable)
        #expect(problem.detail == detail)
        #expect(problem.fields[.retryAfter] == delay)
    }

    @Test(arguments: [ImageFormat.gif, .webp, .tiff, .svg, .avif, .heic, nil])
    func `names no cure for damage that it would not cure`(format: ImageFormat?) {
        #expect(Problem(CodecError.truncated, of: format).detail == "The image ends too early.")
        let damage = CodecError.corrupt(.pixels(rowsDecoded: 8))
        #expect(Problem(damage, of: format).detail == "The image is damaged after row 8.")
    }

    @Test
    func `names a baseline JPEG as the cure of a JPEG alone`() {
        for feature in UnsupportedFeature.allCases {
            let detail = Problem(CodecError.unsupportedFeature(feature)).detail
            let isOfJPEG: Bool =
                switch feature {
                case .precision, .losslessCoding, .hierarchicalCoding, .componentCount, .sampling,
                    .process, .deferredHeight, .planes:
                    true
                case .criticalChunk, .perceptualQuantizer, .hybridLogGamma, .phoneOptimized,
                    .drawnPart, .nesting, .longText, .floatingPoint, .signedSamples,
                    .unknownToLibrary, .memory:
                    false
                }
            #expect(detail.contains("baseline JPEG") == isOfJPEG, "\(detail)")
        }
    }

    private static let stripped: [(String, [UInt8], Bool)] = [
        ("a JPEG of bytes that 'curl -d' leaves", [0xFF, 0xD8, 0xFF] + Self.plain, true),
        ("a GIF of such bytes", Array("GIF89a".utf8) + Self.plain, true),
        ("a JPEG with a null byte", [0xFF, 0xD8, 0xFF, 0xE0, 0] + Self.plain, false),
        ("the first bytes of a JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 16, 0x4A], false),
        ("a drawing in one line", Array("<svg>".utf8) + Self.plain, false),
        ("no picture", Self.plain, false),
    ]

    private static let plain = [UInt8](repeating: 0x41, count: 100)

    @Test(arguments: stripped)
    func `blames 'curl -d' for what only that leaves`(
        name: String,
        file: [UInt8],
        isStripped: Bool
    ) {
        #expect(FileFacts(file).isStripped == isStripped, "\(name)")
    }

    @Test
    func `repeats hostile text harmlessly and in part`() throws {
        let name = "\"\\\n\u{7f}\u{1}é" + String(repeating: "x", count: 500)
        let body = try json(Problem(ParameterError.unknown(name: name, suggestion: nil)))
        let repeated = try #require(body["parameter"] as? String)
        #expect(repeated.hasPrefix("\"\\\n\u{7f}\u{1}é"))
        #expect(repeated.utf8.count < 100)
        #expect(try #require(body["detail"] as? String).utf8.count < 200)
    }

    @Test(arguments: ProblemType.allCases)
    func `has a stable name, a title and a status of an error`(type: ProblemType) {
        #expect(type.uri == "/problems/\(type.rawValue)")
        #expect(!type.title.isEmpty)
        #expect((400...599).contains(type.status.code))
    }

    @Test(arguments: [
        HTTPFault.badRequest(.bareLineFeed), .headTimeout, .bodyTimeout, .bodyTooLarge(limit: 1),
        .targetTooLong(limit: 1), .expectationUnknown, .headTooLarge(limit: 1),
        .tooManyFields(limit: 1), .methodUnsupported, .transferCodingUnsupported,
        .versionUnsupported, .tooManyConnections(limit: 1), .responseTimeout,
    ])
    func `gives a fault of the message the status that the server gives it`(fault: HTTPFault) {
        #expect(Problem(fault).type.status == fault.status)
    }

    @Test
    func `asks to come back when the server is busy`() {
        let problem = Problem(ServiceError.admission(.saturated(expectedWait: .milliseconds(2500))))
        #expect(problem.response.headerFields[.retryAfter] == "3")
    }
}
