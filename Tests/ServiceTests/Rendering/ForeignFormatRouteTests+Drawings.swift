// SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import TestSupport
import Testing
import Typesetting

@testable import Service

/// Drawings with texts, which are drawn with the fonts of the server.
extension ForeignFormatRouteTests {
    /// Another set of fonts, as another server has it.
    private final class OtherFonts: TypesettingService {
        var processCounts: (running: Int, lost: Int) { (0, 0) }
        var knownIdentity: String? { "other fonts" }

        func identity() throws(TypesettingError) -> String { "other fonts" }

        func draw(
            _ drawing: TextDrawing,
            shouldContinue: () -> Bool,
            onFailure: (String) -> Void
        ) throws(TypesettingError) -> TextPlane { throw .processUnavailable }
    }

    @Test func `gives a drawing another entity tag where other fonts draw its texts`() async throws
    {
        let service = try TestService(.router)
        let (drawing, photo) = (try fixture("drawing.svg"), try TestPicture.make())
        func tags() async throws -> [String] {
            var tags: [String] = []
            for file in [drawing, photo] {
                let address = "/v1/images/\(Digest(of: file).hex)/render?format=png"
                let reply = try await service.send(Call(method: "HEAD", target: address))
                #expect(reply.status == 200)
                tags.append(try #require(reply["ETag"]))
            }
            return tags
        }
        for file in [drawing, photo] {
            #expect(try await service.send(.post("/v1/images", file)).status == 201)
        }
        let before = try await tags()
        let typesetting = TypesettingHost.current
        TypesettingHost.use(OtherFonts())
        defer { TypesettingHost.use(typesetting) }
        let after = try await tags()
        #expect(before[0] != after[0])
        #expect(before[1] == after[1])
    }

    @Test func `tells that the gain map of an AVIF is left out`() async throws {
        let service = try TestService(.router)
        let plain = try fixture("lossy.avif")
        var bodies: [[UInt8]] = []
        for (file, warning) in [(plain, nil), (AVIFGainMap.put(into: plain), "gain-map")] {
            for _ in 0..<2 {
                let reply = try await service.send(.post("/v1/render?format=png", file))
                #expect(reply.status == 200, "\(reply.text)")
                #expect(reply["Frostpane-Warning"] ?? reply.trailer("Frostpane-Warning") == warning)
                bodies.append(reply.body)
            }
        }
        #expect(bodies.allSatisfy { $0 == bodies[0] })
    }
}

/// An AVIF of one item, as avifenc writes it, to which a tone-map item is added.
///
/// Reference: ISO/IEC 23008-12:2025, 6.6.2.4 (`tmap`); ISO/IEC 14496-12, 8.11.6 and 8.11.12.
private enum AVIFGainMap {
    private static func place(_ kind: String, _ file: [UInt8]) -> Int {
        let code = Array(kind.utf8)
        return file.indices.first { file[$0...].starts(with: code) } ?? 0
    }

    private static func add(_ count: Int, to file: inout [UInt8], at offset: Int) {
        let old = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        file.replaceSubrange(offset..<offset + 4, with: number(old + count))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func box(_ kind: String, _ contents: [UInt8]) -> [UInt8] {
        number(8 + contents.count) + Array(kind.utf8) + contents
    }

    /// Adds item 2, a tone map made of item 1.
    static func put(into source: [UInt8]) -> [UInt8] {
        var file = source
        let item = box("infe", [2, 0, 0, 1, 0, 2, 0, 0] + Array("tmap".utf8) + [0])
        let references = box("iref", [0, 0, 0, 0] + box("dimg", [0, 2, 0, 1, 0, 1]))
        let list = place("iinf", file) - 4
        let length = file[list..<list + 4].reduce(0) { $0 << 8 | Int($1) }
        file.insert(contentsOf: item + references, at: list + length)
        // The number of items follows the version and the flags.
        file[list + 13] += 1
        add(item.count, to: &file, at: list)
        add(item.count + references.count, to: &file, at: place("meta", file) - 4)
        add(item.count + references.count, to: &file, at: place("iloc", file) + 18)
        return file
    }
}
