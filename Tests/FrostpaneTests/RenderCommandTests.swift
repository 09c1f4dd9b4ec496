// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Kernels
import Platform
import Raster
import Testing

@testable import FrostpaneCommand

@Suite struct RenderCommandTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(try Picture.png(), as: "a.png")
        try folder.write(try Picture.jpeg(), as: "b.jpg")
    }

    func render(_ arguments: String..., input: Data = Data()) throws -> Program.Result {
        try Program.run(["render"] + arguments, input: input, in: folder.url)
    }

    // MARK: Success

    @Test func `renders a file into another in the format of its ending`() throws {
        let result = try render("a.png", "out.jpg", "--saturate", "1.8")
        #expect(result.code == 0)
        #expect(result.errors == "")
        let header = try folder.read("out.jpg").header
        #expect(header?.format == .jpeg)
        #expect(header?.size.width == 40)
        #expect(header?.size.height == 30)
        #expect(folder.names == ["a.png", "b.jpg", "out.jpg"])
    }

    @Test func `renders from pipe to pipe in the format of the input`() throws {
        let result = try render("-", "-", "--saturate=0", input: try Picture.jpeg())
        #expect(result.code == 0)
        #expect(result.output.header?.format == .jpeg)
    }

    @Test func `gives the same bytes to a file and to a pipe`() throws {
        #expect(try render("a.png", "out.png", "--saturate", "0.5").code == 0)
        let piped = try render("a.png", "-", "--saturate", "0.5")
        #expect(try folder.read("out.png") == piped.output)
    }

    @Test func `gives the same bytes with every variant of the kernels`() throws {
        let arguments = ["render", "b.jpg", "-", "--blur", "5", "--saturate", "1.8", "--dither"]
        let results = try InstructionSet.supported.map { set in
            let environment = ["FROSTPANE_ISA": set.rawValue]
            return try Program.run(arguments, environment: environment, in: folder.url)
        }
        for result in results {
            #expect(result.code == 0)
            #expect(result.output == results[0].output)
        }
        let unknown = try Program.run(
            arguments,
            environment: ["FROSTPANE_ISA": "mmx"],
            in: folder.url
        )
        #expect(unknown.code == 64)
        #expect(unknown.errors.contains("environment variable 'FROSTPANE_ISA': 'mmx'"))
    }

    @Test func `renders several files into a folder, each under its name`() throws {
        try FileManager.default.createDirectory(
            at: folder.url("out"),
            withIntermediateDirectories: false
        )
        #expect(try render("a.png", "b.jpg", "--into", "out", "--saturate", "2").code == 0)
        #expect(try folder.read("out/a.png").header?.format == .png)
        #expect(try folder.read("out/b.jpg").header?.format == .jpeg)
        #expect(try render("a.png", "b.jpg", "--into", "out", "--format", "jpeg").code == 0)
        #expect(try folder.read("out/a.jpg").header?.format == .jpeg)
    }

    @Test func `replaces an older result and keeps its permissions`() throws {
        try folder.write(Data("old".utf8), as: "out.png")
        let path = folder.url("out.png").path()
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(try render("a.png", "out.png").code == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try folder.read("out.png").header?.format == .png)
    }

    @Test func `writes through a link and leaves the link`() throws {
        try folder.write(Data(), as: "target.png")
        let link = folder.url("link.png")
        try FileManager.default.createSymbolicLink(
            atPath: link.path(),
            withDestinationPath: "target.png"
        )
        #expect(try render("a.png", "link.png").code == 0)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link.path()) == "target.png"
        )
        #expect(try folder.read("target.png").header?.format == .png)
    }

    @Test func `writes to a device without replacing it`() throws {
        #expect(try render("a.png", "/dev/null", "--format", "png").code == 0)
        #expect(try Syscall.status("/dev/null").kind == .other)
    }

    // MARK: Failure

    @Test func `ends with 66 when there is no input`() throws {
        let result = try render("nowhere.jpg", "out.png")
        #expect(result.code == 66)
        #expect(result.errors == "frostpane: 'nowhere.jpg': No such file or directory\n")
    }

    @Test func `ends with 66 when the input is a folder`() throws {
        #expect(try render(".", "out.png").code == 66)
    }

    @Test func `ends with 65 and leaves nothing when the input is cut off`() throws {
        let whole = try folder.read("b.jpg")
        for count in [1, whole.count / 2, whole.count - 3] {
            try folder.write(whole.prefix(count), as: "cut.jpg")
            let result = try render("cut.jpg", "out.png")
            #expect(result.code == 65, "\(count) bytes")
            #expect(result.errors.hasPrefix("frostpane: 'cut.jpg': "))
            #expect(folder.names == ["a.png", "b.jpg", "cut.jpg"])
        }
    }

    @Test(arguments: [("", "it is empty"), ("BM............", "it is BMP, an unsupported format")])
    func `ends with 65 when the input is no picture of ours`(text: String, fault: String) throws {
        let result = try render("-", "-", input: Data(text.utf8))
        #expect(result.code == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors == "frostpane: standard input: \(fault)\n")
    }

    @Test func `ends with 65 when the picture is larger than allowed, to the pixel`() throws {
        #expect(try render("a.png", "out.png", "--max-pixels", "1200").code == 0)
        #expect(try render("a.png", "out.png", "--max-pixels", "1199").code == 65)
        #expect(try render("a.png", "out.png", "--max-side", "40").code == 0)
        #expect(try render("a.png", "out.png", "--max-side", "39").code == 65)
    }

    @Test(arguments: ["nowhere/out.png", "a.png/out.png"])
    func `ends with 73 when the output cannot be created`(path: String) throws {
        let result = try render("b.jpg", path)
        #expect(result.code == 73)
        #expect(result.errors.hasPrefix("frostpane: '\(path)': "))
    }

    @Test func `ends with 73 rather than replace the input, whatever its path`() throws {
        let before = try folder.read("a.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url("link.png").path(),
            withDestinationPath: "a.png"
        )
        try FileManager.default.linkItem(at: folder.url("a.png"), to: folder.url("hard.png"))
        for path in ["a.png", "./a.png", "link.png", "hard.png"] {
            #expect(try render("a.png", path).code == 73)
        }
        #expect(try render("a.png", "--into", ".").code == 73)
        #expect(try folder.read("a.png") == before)
    }

    @Test func `ends with 73 when there is no such folder`() throws {
        #expect(try render("a.png", "--into", "nowhere").code == 73)
    }

    @Test func `ends with 74 when the device is full`() throws {
        let result = try render("a.png", "/dev/full", "--format", "png")
        #expect(result.code == 74)
        #expect(result.errors == "frostpane: '/dev/full': No space left on device\n")
    }

    private static let signals: [(Int32, Int32)] =
        [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)]
        // Nothing is left by a kill only where files can do without a name.
        + (Syscall.canCreateUnnamed(in: NSTemporaryDirectory()) ? [(SIGKILL, SIGKILL)] : [])

    @Test(arguments: signals)
    func `ends with the signal's code and leaves nothing`(signal: Int32, code: Int32) throws {
        // Large enough to be interrupted long before its end.
        try folder.write(
            try Picture.file(.png(PNGOptions()), width: 1500, height: 1500),
            as: "l.png"
        )
        let process = Process()
        process.executableURL = Program.url
        process.environment = Program.environment
        process.arguments = ["render", "l.png", "out.png", "--blur", "30", "--compression", "9"]
        process.currentDirectoryURL = folder.url
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while !isWriting(process) {
            try #require(ContinuousClock.now < deadline && process.isRunning)
            Thread.sleep(forTimeInterval: 0.001)
        }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == code)
        #expect(folder.names == ["a.png", "b.jpg", "l.png"])
    }

    /// Whether a process has a file in the folder open that is not there under a name of its own.
    private func isWriting(_ process: Process) -> Bool {
        let descriptors = "/proc/\(process.processIdentifier)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return names.contains { name in
            let path = "\(descriptors)/\(name)"
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            else { return false }
            return target.hasPrefix(folder.url.path()) && !target.hasSuffix(".png")
        }
    }

    @Test func `refuses a standard stream that is closed, and puts nothing in its place`() throws {
        func shell(_ redirection: String, _ arguments: String...) throws -> Program.Result {
            let line = #"exec "$0" render "$@" "# + redirection
            return try Program.run(
                ["-c", line, Program.url.path()] + arguments,
                in: folder.url,
                program: URL(filePath: "/bin/sh")
            )
        }
        let output = try shell(">&-", "a.png", "-")
        #expect(output.code == 74)
        #expect(output.errors == "frostpane: standard output: Bad file descriptor\n")
        let input = try shell("<&-", "-", "out.png")
        #expect(input.code == 74)
        #expect(input.errors == "frostpane: standard input: Bad file descriptor\n")
        #expect(try shell("2>&-", "nowhere.png", "out.png").code == 66)
        #expect(folder.names == ["a.png", "b.jpg"])
    }

    @Test func `ends with 64 when results could have the same name`() throws {
        #expect(try render("a.png", "x/a.jpg", "--into", ".").code == 64)
    }

    @Test func `renders the other files after a failure, and ends with its code`() throws {
        try FileManager.default.createDirectory(
            at: folder.url("out"),
            withIntermediateDirectories: false
        )
        try folder.write(Data("text".utf8), as: "c.png")
        let result = try render("c.png", "nowhere.png", "a.png", "b.jpg", "--into", "out")
        #expect(result.code == 65)
        #expect(result.errors.split(separator: "\n").count == 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url("out").path()).sorted()
                == ["a.png", "b.jpg"]
        )
    }
}
