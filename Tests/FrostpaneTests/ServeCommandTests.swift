// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Testing
import Typesetting

@testable import FrostpaneCommand

@Suite struct ServeCommandTests {
    /// A server as a process of its own.
    final class Server {
        let process = Process()
        private let folder: Folder

        init(_ arguments: [String], environment: [String: String] = [:]) throws {
            folder = try Folder()
            process.executableURL = Program.url
            process.arguments = ["serve"] + arguments
            process.environment = Program.environment.merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardError = try folder.handle("log")
            try process.run()
        }

        deinit {
            guard process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        var log: String {
            (try? String(contentsOf: folder.url("log"), encoding: .utf8)) ?? ""
        }

        /// Waits until a line with a word in it stands in the log.
        func wait(for word: String) throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while !log.split(separator: "\n").contains(where: { $0.contains(word) }) {
                try #require(ContinuousClock.now < deadline, "the log is \(log)")
                Thread.sleep(forTimeInterval: 0.01)
            }
        }

        func end(with signals: Int32...) -> Int32 {
            for signal in signals { kill(process.processIdentifier, signal) }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `tells where it listens, and ends with 0 after a signal`(signal: Int32) throws {
        let server = try Server(["--listen", "127.0.0.1:0", "--log-level", "error"])
        try server.wait(for: "listening")
        #expect(server.log.contains("addresses=[127.0.0.1:"))
        #expect(!server.log.contains("127.0.0.1:0,"))
        #expect(server.end(with: signal) == 0)
        #expect(server.log.contains("stopped connections_cut=0"))
    }

    @Test func `writes its log as JSON when asked to`() throws {
        let server = try Server(["--listen", "127.0.0.1:0", "--log-format", "json"])
        try server.wait(for: "listening")
        #expect(server.end(with: SIGTERM) == 0)
        for line in server.log.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["level"] as? String == "info")
        }
    }

    @Test func `reports errors of the start as JSON when its log is JSON`() throws {
        for arguments in [["--workers", "0"], ["--listen", "unix:/nowhere/s"]] {
            let result = try Program.run(["serve", "--log-format", "json"] + arguments)
            #expect(result.code != 0)
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 1)
            for line in lines {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                #expect((object as? [String: Any])?["level"] as? String == "error")
            }
        }
    }

    @Test func `reads tokens and the log level again after SIGHUP, and goes on`() throws {
        let folder = try Folder()
        func write(_ tokens: String, _ level: String) throws {
            try folder.write(Data(tokens.utf8), as: "tokens")
            try folder.write(Data("log-level = \(level)\n".utf8), as: "conf")
        }
        let path = folder.url("s").path()
        func status(_ token: String) throws -> String {
            let client = try Program.run(
                [
                    "--silent", "--unix-socket", path, "-o", "/dev/null", "-w", "%{http_code}",
                    "-H", "Authorization: Bearer \(token)", "http://localhost/",
                ],
                program: URL(filePath: "/usr/bin/curl")
            )
            return String(decoding: client.output, as: UTF8.self)
        }
        try write("first-first-first\n", "error")
        let server = try Server([
            "--listen", "unix:\(path)", "--config", folder.url("conf").path(), "--token-file",
            folder.url("tokens").path(),
        ])
        try server.wait(for: "listening")
        #expect(try status("first-first-first") == "200")
        try write("first-first-first\nsecond-second-second\n", "info")
        kill(server.process.processIdentifier, SIGHUP)
        try server.wait(for: "reloaded log_level=info tokens=2")
        #expect(try status("first-first-first") == "200")
        #expect(try status("second-second-second") == "200")
        try write("short\n", "info")
        kill(server.process.processIdentifier, SIGHUP)
        try server.wait(for: "not reloaded")
        #expect(try status("second-second-second") == "200")
        #expect(server.log.contains("status=200"))
        #expect(server.end(with: SIGTERM) == 0)
    }

    @Test func `serves on after SIGTERM for as long as a lame duck, without being ready`() throws {
        let folder = try Folder()
        let path = folder.url("s").path()
        func status(_ target: String) throws -> String {
            let client = try Program.run(
                [
                    "--silent", "--unix-socket", path, "-o", "/dev/null", "-w", "%{http_code}",
                    "http://localhost\(target)",
                ],
                program: URL(filePath: "/usr/bin/curl")
            )
            return String(decoding: client.output, as: UTF8.self)
        }
        let server = try Server(["--listen", "unix:\(path)", "--lame-duck", "3s"])
        try server.wait(for: "listening")
        #expect(try status("/readyz") == "200")
        let began = ContinuousClock.now
        kill(server.process.processIdentifier, SIGTERM)
        try server.wait(for: "lame duck signal=SIGTERM")
        // On a machine that stalls, the time may be over before it was asked.
        let answers = try [status("/readyz"), status("/v1/materials")]
        if ContinuousClock.now - began < .seconds(2) { #expect(answers == ["503", "200"]) }
        server.process.waitUntilExit()
        #expect(ContinuousClock.now - began >= .seconds(3))
        #expect(server.process.terminationStatus == 0)
        #expect(server.log.contains("draining"))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a second signal ends the lame duck`(signal: Int32) throws {
        let folder = try Folder()
        let path = folder.url("s").path()
        let server = try Server(["--listen", "unix:\(path)", "--lame-duck", "50min"])
        try server.wait(for: "listening")
        kill(server.process.processIdentifier, SIGTERM)
        try server.wait(for: "lame duck signal=SIGTERM")
        kill(server.process.processIdentifier, signal)
        server.process.waitUntilExit()
        #expect(server.process.terminationStatus == (signal == SIGTERM ? 0 : 130))
        #expect(server.log.contains("draining") == (signal == SIGTERM))
    }

    @Test func `ends with 69 when the address is taken`() throws {
        let folder = try Folder()
        let address = "unix:\(folder.url("s").path())"
        let server = try Server(["--listen", address])
        try server.wait(for: "listening")
        let result = try Program.run(["serve", "--listen", address])
        #expect(result.code == 69)
        #expect(result.errors == "frostpane: cannot listen on \(address): the path is in use\n")
        #expect(server.end(with: SIGTERM) == 0)
    }

    @Test func `tells whether a server is alive`() throws {
        let folder = try Folder()
        let address = "unix:\(folder.url("s").path())"
        let none = try Program.run(["health", "--listen", address])
        #expect(none.code == 69)
        #expect(
            none.errors == "frostpane: \(address) does not respond: No such file or directory\n"
        )
        let server = try Server(["--listen", address, "--listen", "127.0.0.1:0"])
        try server.wait(for: "listening")
        #expect(try Program.run(["health"], environment: ["FROSTPANE_LISTEN": address]).code == 0)
        let port = try #require(
            server.log.firstMatch(of: /127\.0\.0\.1:([0-9]+)/).map { String($0.1) }
        )
        let everywhere = ["health", "--listen", "0.0.0.0:\(port)", "--insecure"]
        #expect(try Program.run(everywhere).code == 0)
        #expect(server.end(with: SIGTERM) == 0)
        #expect(try Program.run(everywhere).code == 69)
    }

    @Test func `ends with 64 and tells every fault before a port opens`() throws {
        let result = try Program.run(
            ["serve", "--listen", "0.0.0.0:0", "--workers", "x"],
            environment: ["FROSTPANE_NONSENSE": "1"]
        )
        #expect(result.code == 64)
        #expect(result.errors.split(separator: "\n").count == 3)
        #expect(result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("frostpane: ") })
    }

    @Test func `reads files as the system has them`() throws {
        let folder = try Folder()
        try folder.write(Data("workers = 0\n".utf8), as: "conf")
        let path = folder.url("conf").path()
        let faulty = try Program.run(["serve", "--config", path])
        #expect(faulty.errors.hasPrefix("frostpane: '\(path)', line 1, 'workers': '0'"))
        let missing = try Program.run(["serve", "--config", path + "x"])
        #expect(missing.errors.hasSuffix("there is no such file\n"))
        try folder.write(Data([0xff, 0xfe]), as: "conf")
        let binary = try Program.run(["serve", "--config", path])
        #expect(binary.errors.hasSuffix("it is not UTF-8\n"))
    }

    @Test func `ends at once after a second SIGINT although a request is open`() throws {
        let folder = try Folder()
        let path = folder.url("s").path()
        let server = try Server(["--listen", "unix:\(path)", "--drain", "1h"])
        try server.wait(for: "listening")
        // A body that takes longer than the test, and is no longer than what is accepted.
        try folder.write(Data(count: 1 << 20), as: "body")
        let client = Process()
        client.executableURL = URL(filePath: "/usr/bin/curl")
        client.arguments = [
            "--silent", "--verbose", "--unix-socket", path, "--limit-rate", "1",
            "--header", "Expect: 100-continue", "--data-binary", "@\(folder.url("body").path())",
            "http://localhost/v1/render",
        ]
        client.standardError = try folder.handle("told")
        client.standardOutput = FileHandle.nullDevice
        try client.run()
        defer {
            client.terminate()
            client.waitUntilExit()
        }
        // The server has read the head once it asks for the body.
        let deadline = ContinuousClock.now + .seconds(60)
        while try !String(decoding: folder.read("told"), as: UTF8.self).contains("100 Continue") {
            try #require(ContinuousClock.now < deadline)
            Thread.sleep(forTimeInterval: 0.01)
        }
        #expect(kill(server.process.processIdentifier, SIGINT) == 0)
        try server.wait(for: "draining")
        Thread.sleep(forTimeInterval: 0.2)
        #expect(server.process.isRunning)
        #expect(server.end(with: SIGINT) == 130)
    }

    @Test(.enabled(if: (try? TextRaster.identity()) != nil, "needs Pango and fonts"))
    func `finds fonts that are installed while it serves`() throws {
        let folder = try Folder()
        func install(_ fonts: String) throws {
            let cache = folder.url("cache").path()
            let text = "<fontconfig><dir>\(fonts)</dir><cachedir>\(cache)</cachedir></fontconfig>"
            try folder.write(Data(text.utf8), as: "fonts.conf")
        }
        try folder.write(try Picture.file(.png(PNGOptions()), width: 64, height: 48), as: "a.png")
        let path = folder.url("s").path()
        func status() throws -> String {
            let scene = #"scene={"panes":[{"contents":[{"text":"a","color":"red"}]}]}"#
            let client = try Program.run(
                [
                    "--silent", "--unix-socket", path, "-F", "image=@a.png", "-F", scene,
                    "-o", "result", "-w", "%{http_code}", "http://localhost/v1/render",
                ],
                in: folder.url,
                program: URL(filePath: "/usr/bin/curl")
            )
            return String(decoding: client.output, as: UTF8.self)
        }
        try install(folder.url("none").path())
        let server = try Server(
            ["--listen", "unix:\(path)"],
            environment: ["FONTCONFIG_FILE": folder.url("fonts.conf").path()]
        )
        try server.wait(for: "listening")
        #expect(try status() == "501")
        try install("/usr/share/fonts")
        // What failed is not tried again at once.
        let deadline = ContinuousClock.now + .seconds(60)
        var last = try status()
        while last == "501", ContinuousClock.now < deadline {
            Thread.sleep(forTimeInterval: 0.1)
            last = try status()
        }
        #expect(last == "200")
        #expect(server.end(with: SIGTERM) == 0)
    }
}
