// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Sandbox
import Testing

@Suite(.serialized)
struct CodecRightsTests {
    /// The lines of a file below `/proc`, by the words before their colons.
    private func lines(_ path: String) throws -> [String: String] {
        let text = try String(contentsOfFile: "/proc/\(path)", encoding: .utf8)
        let pairs = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
        return Dictionary(
            pairs.filter { $0.count == 2 }.map {
                (String($0[0]), $0[1].trimmingCharacters(in: .whitespaces))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func score(_ process: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/oom_score_adj", encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// The children of this process, of all threads.
    private func children() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").flatMap { thread in
            let path = "/proc/self/task/\(thread)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").map(String.init)
        }
    }

    @Test func `a codec process has no capabilities, and is the first to end without memory`()
        throws
    {
        let pool = try Trial.pool()
        let host = CodecHost(pool)
        _ = try host.rows(Trial.file("lossy.webp"))
        let codecs = try children().filter { process in
            let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            return words?.contains("\0codec\0webp\0") == true
        }
        try #require(!codecs.isEmpty)
        for process in codecs {
            let status = try lines("\(process)/status")
            for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
                // Without root, the bounding set cannot be changed, but nothing can be gained from it.
                if set == "CapBnd", getuid() != 0 { continue }
                #expect(status[set] == "0000000000000000", "\(set)")
            }
            #expect(status["NoNewPrivs"] == "1")
            #expect(try score(process) == min(1_000, score("self") + 500))
        }
        withExtendedLifetime(pool) {}
    }
}
