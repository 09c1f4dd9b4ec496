// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Sandbox
import Synchronization
import Testing
import Typesetting

extension SandboxedTypesetterTests {
    private static func text(_ text: String) -> TextDrawing {
        let frame = Rectangle(x: 0, y: 0, width: 64, height: 32)
        let form = TextForm(text: text, family: "DejaVu Sans", size: 20, frame: frame)
        return TextDrawing(form, in: PixelRect(x: 0, y: 0, width: 64, height: 32))
    }

    @Test func `a process that cannot be started is no lack of memory, and is logged`() throws {
        let reasons = Mutex<[String]>([])
        let pool = try ProcessPool(
            ProcessPool.Configuration(.texts, limit: 1, executable: "/no such program")
        )
        let typesetter = SandboxedTypesetter(pool) { reason in
            reasons.withLock { $0.append(reason) }
        }
        let reason =
            "no typesetting process could be started: posix_spawn: No such file or directory"
        #expect(throws: TypesettingError.processUnavailable) { try typesetter.identity() }
        #expect(reasons.withLock { $0 } == [reason])
        var failures: [String] = []
        #expect(throws: TypesettingError.processUnavailable) {
            try typesetter.draw(Self.text("a"), onFailure: { failures.append($0) })
        }
        #expect(failures == [reason])
    }
}
