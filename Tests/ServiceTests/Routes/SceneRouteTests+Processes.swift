// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandbox
import TestSupport
import Testing
import Typesetting

@testable import Service

/// Texts that end the process that draws them.
extension SceneRouteTests {
    @Test(
        .enabled(
            if: (try? TextRaster.localIdentity()) != nil,
            "needs libpangocairo-1.0-0 and fonts-dejavu-core"
        )
    )
    func `a text that aborts Pango is named, and the next one is drawn`() async throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "frostpane").path()
        let configuration = ProcessPool.Configuration(.texts, limit: 1, executable: program)
        TypesettingHost.use(SandboxedTypesetter(try ProcessPool(configuration)))
        defer { TypesettingHost.use(nil) }
        let service = try TestService(.router)
        let picture = try TestPicture.make(width: 48, height: 32)
        func send(_ text: String) async throws -> Reply {
            let good = #"{"text":"a","color":"red"}"#
            let content = #"{"text":"\#(text)","color":"red","font":{"size":80}}"#
            let scene = Self.scene(#"{"contents":[\#(good),\#(content)]}"#)
            return try await service.send(
                Self.post([.file("image", picture), .field("scene", scene)])
            )
        }
        // See SandboxedTypesetterTests.
        let fatal = try await send(#"\u202e\ud83c\uddfb\ud83c\udffb\u200a\u00ad"#)
        #expect(fatal.status == 422)
        let problem = try fatal.problem()
        #expect(problem["type"] as? String == "/problems/unrenderable-text")
        #expect(problem["pointer"] as? String == "/panes/0/contents/1/text")
        #expect((problem["detail"] as? String)?.contains("<U+202E>") == true)
        #expect(try await send("good").status == 200)
    }
}
