// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Service
import Testing

@testable import frostpane

@Suite struct CommandTests {
    func text(_ arguments: String...) throws -> String {
        let result = try Program.run(arguments)
        #expect(result.code == 0)
        #expect(result.errors == "")
        return String(decoding: result.output, as: UTF8.self)
    }

    @Test func `tells its version, and the kernels that it was built with`() throws {
        let lines = try text("--version").split(separator: "\n")
        let kernels = InstructionSet.built.map(\.rawValue).joined(separator: ", ")
        #expect(lines.first == "frostpane \(Version.current)")
        #expect(
            lines.last
                == "kernels: \(kernels); \(InstructionSet.fastest.rawValue) is the fastest that runs here"
        )
    }

    @Test(arguments: ["--help", "-h", "help"])
    func `tells its commands`(argument: String) throws {
        #expect(try text(argument).contains("frostpane serve [options]"))
    }

    @Test func `tells every option of serve`() throws {
        let help = try text("serve", "--help")
        for option in Configuration.options { #expect(help.contains("  \(option.flag)")) }
    }

    @Test func `tells every parameter of render`() throws {
        let help = try text("render", "--help")
        for row in RenderParameter.table { #expect(help.contains("  --\(row.name)")) }
        for option in RenderArguments.sharedOptions {
            #expect(help.contains("  \(option.flag)"))
        }
        #expect(
            RenderArguments.sharedOptions.map(\.key)
                == ["workers", "isa", "max-pixels", "max-side"]
        )
    }

    @Test func `prints the tables of Docs/reference.md`() throws {
        #expect(try text("options") == Configuration.markdownTable + "\n")
        #expect(try text("problems") == ProblemType.markdownTable + "\n")
        #expect(try text("parameters") == RenderParameter.markdownTable + "\n")
    }

    @Test(arguments: EffectTables.names)
    func `prints the tables of the page on effects`(name: String) throws {
        #expect(try text("effects", name) == EffectTables.table(name).map { $0 + "\n" })
        #expect(try text("help").contains(name))
    }

    @Test(arguments: [[], ["frost"], ["options", "x"], ["effects"], ["effects", "x"]])
    func `ends with 64 when it does not know what to do`(arguments: [String]) throws {
        let result = try Program.run(arguments)
        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("frostpane: "))
    }

    @Test func `ends with 74 when its output cannot be written`() throws {
        let process = Process()
        process.executableURL = Program.url
        process.environment = Program.environment
        process.arguments = ["--help"]
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 74)
    }
}
