// SPDX-License-Identifier: Apache-2.0

import Testing
import Typesetting

@testable import Service

/// The examples of Docs/scenes.md.
@Suite struct SceneExampleTests {
    private static func examples() throws -> [String] {
        let parts = try Contract.file("Docs/scenes.md").split(separator: "```json\n")
        return parts.dropFirst().compactMap { $0.split(separator: "```").first.map(String.init) }
    }

    @Test(
        .enabled(
            if: (try? TextRaster.identity()) != nil,
            "needs libpangocairo-1.0-0 and fonts-dejavu-core"
        )
    )
    func `draws every example of the documentation`() async throws {
        let service = try TestService(.router)
        let examples = try Self.examples()
        #expect(examples.count > 5)
        for example in examples {
            let reply = try await service.send(LayerRouteTests.post(example))
            let problem = reply.status == 200 ? "" : String(decoding: reply.body, as: UTF8.self)
            #expect(reply.status == 200, "\(example)\n\(problem)")
        }
    }
}
