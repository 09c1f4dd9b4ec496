// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite
struct QueryCheckTests {
    @Test(arguments: ["corpus", "regressions"])
    func `holds for what fuzzing starts from and what it found`(folder: String) throws {
        let url = Contract.repository.appendingPathComponent("Fuzz/query/\(folder)")
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
            let input = try Data(contentsOf: url.appendingPathComponent(name))
            do {
                try QueryCheck.run([UInt8](input))
            } catch {
                Issue.record("\(name): \(error.rule)")
            }
        }
    }
}
