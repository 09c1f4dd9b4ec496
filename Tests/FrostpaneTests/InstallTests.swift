// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FrostpaneCommand

/// The files around the program, as Scripts/install puts them into a folder.
@Suite struct InstallTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        let result = try Program.run(
            [Program.url.path(), folder.url("usr").path()],
            environment: ["PATH": "/usr/bin:/bin"],
            program: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Scripts/install").standardized
        )
        #expect(result.code == 0, "\(result.errors)")
    }

    private func shell(_ line: String) throws -> Program.Result {
        try Program.run(
            ["-c", line],
            environment: [
                "PATH": "\(folder.url("usr/bin").path()):/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            ],
            in: folder.url("usr"),
            program: URL(filePath: "/bin/bash")
        )
    }

    @Test func `installs a program that runs`() throws {
        let result = try shell("bin/frostpane --version")
        #expect(String(decoding: result.output, as: UTF8.self).hasPrefix("frostpane "))
    }

    @Test func `installs a manual page with every command and option`() throws {
        let page = try String(
            contentsOf: folder.url("usr/share/man/man1/frostpane.1"),
            encoding: .utf8
        )
        #expect(page == ManualPage.text)
        for command in RootCommand.commands {
            #expect(page.contains("\n.SS frostpane \(command.commandName)\n"))
            for row in command.sections.flatMap({ $0.rows }) {
                #expect(page.contains("\n.B \(row.flag.replacing("-", with: "\\-"))"))
                #expect(page.contains(row.help.replacing("\\", with: "\\e")))
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/man"), "needs man"))
    func `has a manual page without a fault for groff`() throws {
        let line = "man --warnings -E UTF-8 -l -Tutf8 -Z share/man/man1/frostpane.1 >../page"
        let result = try shell(line)
        #expect(result.code == 0)
        #expect(result.errors == "")
    }

    @Test(arguments: [
        ("frostpane leg", ["legibility"]),
        ("frostpane render --mate", ["--material"]),
        ("frostpane render a b --edge m", ["mirror"]),
        ("frostpane serve --log-format ", ["text", "json"]),
    ])
    func `completes in bash`(line: String, words: [String]) throws {
        let script = """
            source share/bash-completion/completions/frostpane
            COMP_LINE='\(line)' COMP_POINT=\(line.count) COMP_WORDS=(\(line)\(line.hasSuffix(" ") ? "''" : ""))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _frostpane frostpane "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try shell(script)
        let found = String(decoding: result.output, as: UTF8.self).split { " \n".contains($0) }
        #expect(found.map(String.init).sorted() == words.sorted(), "\(result.errors)")
    }

    @Test func `installs completions for zsh and fish`() throws {
        let zsh = try folder.read("usr/share/zsh/site-functions/_frostpane")
        #expect(String(decoding: zsh, as: UTF8.self).hasPrefix("#compdef frostpane\n"))
        let fish = try folder.read("usr/share/fish/vendor_completions.d/frostpane.fish")
        #expect(String(decoding: fish, as: UTF8.self).hasPrefix("complete -c frostpane "))
    }

    @Test(arguments: [
        ([], ["render"]), (["ga"], ["gallery"]), (["help", "sto"], ["store"]),
        (["render", "--mate"], ["--material"]), (["render", "a", "--edge", "m"], ["mirror"]),
        (["render", "--scene", ""], []), (["render", "--quiet", ""], []), (["rendr", "--m"], []),
        (["effects", "fil"], ["filters"]),
    ])
    func `lists completions with their meaning`(words: [String], found: [String]) {
        let text = CompletionScript.completions(of: words)
        let lines = text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        #expect(words.isEmpty ? lines.starts(with: found) : lines == found)
        if words.count == 1 { #expect(text.contains("\tRender a contact sheet")) }
    }
}
