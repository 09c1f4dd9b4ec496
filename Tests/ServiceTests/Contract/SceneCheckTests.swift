// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite
struct SceneCheckTests {
    private static func inputs(_ folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let url = Contract.repository.appendingPathComponent("Fuzz/scene/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: url.appendingPathComponent(name))))
        }
    }

    @Test(arguments: ["corpus", "regressions"])
    func `holds for what fuzzing starts from and what it found`(folder: String) throws {
        for input in try Self.inputs(folder) {
            do {
                try SceneCheck.run(input.bytes)
            } catch {
                Issue.record("\(input.name): \(error.rule)")
            }
        }
    }

    /// Pieces of one text in another, so that what is nearly a scene is met without a fuzzer, too.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `holds for what is made of pieces of them`(seed: UInt64) throws {
        let inputs = try Self.inputs("corpus").map(\.bytes)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            var text = inputs.randomElement(using: &generator) ?? []
            let donor = inputs.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let start = Int.random(in: 0...text.count, using: &generator)
                let end = min(text.count, start + Int.random(in: 0...9, using: &generator))
                let first = Int.random(in: 0...donor.count, using: &generator)
                let last = min(donor.count, first + Int.random(in: 0...30, using: &generator))
                text.replaceSubrange(start..<end, with: donor[first..<last])
            }
            do {
                try SceneCheck.run(text)
            } catch {
                Issue.record("\(String(decoding: text, as: UTF8.self)): \(error.rule)")
            }
        }
    }
}
