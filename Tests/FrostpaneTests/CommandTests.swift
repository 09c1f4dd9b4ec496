// SPDX-License-Identifier: Apache-2.0

import Foundation
import Kernels
import Service
import Testing

@testable import FrostpaneCommand

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
        let help = try text(argument)
        for command in RootCommand.commands {
            #expect(help.contains("\n  \(command.commandName) "))
        }
    }

    @Test(arguments: ["serve", "health"])
    func `tells every option of the server`(command: String) throws {
        let help = try text(command, "--help")
        for option in Configuration.options {
            #expect(help.contains("\n  \(option.flag)"))
            #expect(help.contains(option.environment))
        }
    }

    @Test func `tells every parameter of render`() throws {
        let help = try text("render", "--help")
        for row in RenderParameter.table { #expect(help.contains("\n  --\(row.name)")) }
        for option in SharedSection.options { #expect(help.contains("\n  \(option.flag)")) }
        #expect(
            SharedSection.options.map(\.key)
                == [
                    "workers", "isa", "codecs", "codec-processes", "font-family", "max-pixels",
                    "max-animation-pixels", "max-side",
                ]
        )
    }

    @Test(arguments: ["render", "gallery", "legibility", "placeholder"])
    func `speaks of files and not of requests`(command: String) throws {
        let help = try text(command, "--help").lowercased()
        let words = [
            "http", "sec-ch", "accept", "/v1", "request", "header", "upload", "query", "kept",
            "digest", "sha-256",
        ]
        for word in words { #expect(!help.contains(word), "\(command) --help says \(word)") }
    }

    @Test func `tells of options wherever help is asked for`() throws {
        let help = try text("render", "--help")
        #expect(try text("help", "render") == help)
        #expect(try text("render", "a.png", "--blurr", "-h") == help)
        let result = try Program.run(["render", "--", "--help"])
        #expect(result.code == 64)
    }

    @Test func `prints the tables of Docs/reference.md`() throws {
        #expect(try text("options") == Configuration.markdownTable + "\n")
        #expect(try text("problems") == ProblemType.markdownTable + "\n")
        #expect(try text("metrics") == ServiceMetrics.markdownTable + "\n")
        #expect(try text("parameters") == RenderParameter.markdownTable + "\n")
    }

    @Test(arguments: EffectTables.names)
    func `prints the tables of the page on effects`(name: String) throws {
        #expect(try text("effects", name) == EffectTables.table(name).map { $0 + "\n" })
        #expect(try text("effects", "--help").contains(name))
    }

    @Test(arguments: [[], ["frost"], ["options", "x"], ["effects"], ["effects", "x"]])
    func `ends with 64 when it does not know what to do`(arguments: [String]) throws {
        let result = try Program.run(arguments)
        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("frostpane: "))
    }

    @Test func `suggests the command that is meant`() throws {
        let result = try Program.run(["rendr", "a.png", "b.png"])
        #expect(result.errors == "frostpane: there is no command 'rendr'; did you mean render?\n")
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
