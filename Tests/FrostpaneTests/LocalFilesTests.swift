// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Testing
import Typesetting

@testable import FrostpaneCommand

/// Masks, scenes, galleries and contrasts of files, and folders of them.
@Suite struct LocalFilesTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(try Picture.png(), as: "a.png")
        try folder.write(try Picture.jpeg(), as: "b.jpg")
    }

    func run(_ arguments: String...) throws -> Program.Result {
        try Program.run(arguments, in: folder.url)
    }

    private static let scene = """
        {"panes": [{"frame": {"width": "50%"}, "material": "systemThinMaterial",
        "mask": {"part": "b.jpg", "channel": "luminance"},
        "contents": [{"image": {"part": "sub/c.png"}}]}]}
        """

    private func makeFolders(_ paths: String...) throws {
        for path in paths {
            try FileManager.default.createDirectory(
                at: folder.url(path),
                withIntermediateDirectories: true
            )
        }
    }

    // MARK: The same as the server

    /// The result of a server for the same files.
    private func served(_ target: String, _ curl: [String]) throws -> Data {
        let path = folder.url("s").path()
        let server = try ServeCommandTests.Server(["--listen", "unix:\(path)"])
        try server.wait(for: "listening")
        defer { _ = server.end(with: SIGTERM) }
        func ask(_ target: String, _ arguments: [String]) throws -> Data {
            let client = try Program.run(
                ["--silent", "--fail-with-body", "--unix-socket", path] + arguments
                    + ["http://localhost\(target)"],
                in: folder.url,
                program: URL(filePath: "/usr/bin/curl")
            )
            #expect(client.code == 0, "\(String(decoding: client.output, as: UTF8.self))")
            return client.output
        }
        guard target.contains("DIGEST") else { return try ask(target, curl) }
        let kept = try ask("/v1/images", ["--data-binary", "@b.jpg"])
        let answer = try JSONSerialization.jsonObject(with: kept) as? [String: Any]
        let digest = try #require(answer?["id"] as? String)
        return try ask(target.replacingOccurrences(of: "DIGEST", with: digest), curl)
    }

    @Test func `renders with a mask in a file what the server renders with a kept one`() throws {
        let result = try run(
            "render",
            "a.png",
            "-",
            "--saturate=0",
            "--mask",
            "b.jpg",
            "--mask-channel",
            "luminance"
        )
        #expect(result.code == 0, "\(result.errors)")
        let target = "/v1/render?saturate=0&mask=DIGEST&mask-channel=luminance"
        #expect(try result.output == served(target, ["--data-binary", "@a.png"]))
    }

    @Test func `renders a scene, whose pictures are files, like the server`() throws {
        try makeFolders("sub")
        try folder.write(try Picture.png(), as: "sub/c.png")
        try folder.write(Data(Self.scene.utf8), as: "scene.json")
        let result = try run("render", "a.png", "-", "--scene", "scene.json", "--scale", "2")
        #expect(result.code == 0, "\(result.errors)")
        let parts = ["image=@a.png", "b.jpg=@b.jpg", "sub/c.png=@sub/c.png", "scene=<scene.json"]
        let curl = parts.flatMap { ["-F", $0] }
        #expect(try result.output == served("/v1/render/form?scale=2", curl))
    }

    @Test func `puts values in place of the variables of a scene`() throws {
        let card = """
            {"variables": {"photo": {"type": "image"}, "cut": {"type": "image"},
              "radius": {"type": "number", "default": 1}}, "backdrop": "{{photo}}",
             "panes": [{"filter": "blur({{radius}}px)", "mask": {"part": "{{cut}}"}}]}
            """
        try makeFolders("sub")
        try folder.write(Data(card.utf8), as: "sub/card.json")
        let plain = #"{"panes": [{"filter": "blur(3px)", "mask": {"part": "b.jpg"}}]}"#
        try folder.write(Data(plain.utf8), as: "plain.json")
        let set = ["--set", "radius=3", "--set", "cut=b.jpg"]
        let filled = try Program.run(
            ["render", "a.png", "-", "--scene", "sub/card.json"] + set,
            in: folder.url
        )
        #expect(filled.code == 0, "\(filled.errors)")
        #expect(try filled.output == run("render", "a.png", "-", "--scene", "plain.json").output)
        let faults: [([String], String)] = [
            ([], "The scene needs a value for 'cut'"), (["--set", "cut"], "lacks the sign ="),
            (["--set", "cut=b.jpg", "--set", "radios=1"], "Did you mean 'radius'?"),
            (["--set", "cut=b.jpg", "--set", "radius=x"], "'radius' takes a number"),
            (["--set", "photo=b.jpg"], "'photo' is the backdrop, which is given as IN"),
        ]
        for (values, fault) in faults {
            let wrong = try Program.run(
                ["render", "a.png", "-", "--scene", "sub/card.json"] + values,
                in: folder.url
            )
            #expect(wrong.code == 64)
            #expect(wrong.errors.contains(fault), "\(wrong.errors)")
        }
        #expect(try run("render", "a.png", "-", "--set", "a=b").code == 64)
    }

    @Test(.enabled(if: (try? TextRaster.identity()) != nil, "needs Pango and fonts"))
    func `renders the server's gallery`() throws {
        let result = try run("gallery", "b.jpg", "-", "--scale", "2", "--format", "png")
        #expect(result.code == 0, "\(result.errors)")
        #expect(try result.output == served("/v1/gallery/DIGEST?scale=2&format=png", []))
    }

    @Test func `measures the server's contrasts`() throws {
        let result = try run("legibility", "b.jpg", "--measure", "apca", "--json")
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            try result.output == served("/v1/legibility?measure=apca", ["--data-binary", "@b.jpg"])
        )
    }

    @Test func `describes a picture as the server does`() throws {
        let result = try run("placeholder", "b.jpg", "--colors", "3", "--measure", "apca")
        #expect(result.code == 0, "\(result.errors)")
        let target = "/v1/placeholder?measure=apca&colors=3"
        #expect(try result.output == served(target, ["--data-binary", "@b.jpg"]))
        let faults = try run("placeholder", "b.jpg", "--colors", "0", "--x-components", "a")
        #expect(faults.code == 64)
        #expect(faults.errors.contains("'colors'") && faults.errors.contains("'x-components'"))
    }

    // MARK: Reports

    @Test func `lists contrasts in columns, the choice first`() throws {
        let result = try run("legibility", "b.jpg")
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 8)
        for line in lines { #expect(line.split(separator: " ").count == 5) }
        #expect(lines.dropFirst().contains(lines[0]))
    }

    @Test func `tells what auto chose, unless it is to be quiet`() throws {
        let chosen = try run("render", "b.jpg", "c.jpg", "--material", "auto")
        #expect(chosen.code == 0)
        #expect(chosen.errors.hasPrefix("frostpane: 'b.jpg': auto is material="))
        let name = try #require(chosen.errors.firstMatch(of: /material=(\w+)/)?.1)
        let appearance = try #require(chosen.errors.firstMatch(of: /appearance=(\w+)/)?.1)
        let quiet = try run("render", "b.jpg", "d.jpg", "--material", "auto", "--quiet")
        #expect(quiet.errors == "")
        let stated = try run(
            "render",
            "b.jpg",
            "e.jpg",
            "--material",
            String(name),
            "--appearance",
            String(appearance)
        )
        #expect(stated.code == 0)
        #expect(try folder.read("d.jpg") == folder.read("e.jpg"))
    }

    @Test func `names the place of an error in a scene, and the file that is missing`() throws {
        try folder.write(Data(Self.scene.utf8), as: "scene.json")
        let missing = try run("render", "a.png", "x.png", "--scene", "scene.json")
        #expect(missing.code == 66)
        #expect(missing.errors.hasSuffix("sub/c.png': No such file or directory\n"))
        try folder.write(Data(#"{"panes": [{"blur": 3}]}"#.utf8), as: "scene.json")
        let wrong = try run("render", "a.png", "x.png", "--scene", "scene.json")
        #expect(wrong.code == 64)
        #expect(
            wrong.errors.hasPrefix("frostpane: 'scene.json': at /panes/0/blur: There is no member")
        )
        let digest = String(repeating: "0", count: 64)
        let kept = #"{"backdrop": {"digest": "\#(digest)"}, "panes": [{"material": "light"}]}"#
        try folder.write(Data(kept.utf8), as: "scene.json")
        let server = try run("render", "a.png", "x.png", "--scene", "scene.json")
        #expect(server.errors.contains("at /backdrop/digest: only a server stores images"))
        #expect(!folder.names.contains("x.png"))
    }

    // MARK: Folders

    @Test func `renders the pictures of a folder, and those below it if asked`() throws {
        try makeFolders("in/sub", "in/.hidden", "flat", "deep")
        for path in ["in/a.png", "in/sub/b.png", "in/.hidden/c.png"] {
            try folder.write(try Picture.png(), as: path)
        }
        try folder.write(Data("text".utf8), as: "in/notes.txt")
        #expect(try run("render", "in", "--into", "flat", "--saturate=0").code == 0)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: path("flat")) == ["a.png"])
        let deep = try run(
            "render",
            "in/",
            "b.jpg",
            "--into",
            "deep",
            "--saturate=0",
            "--recursive"
        )
        #expect(deep.errors == "")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: path("deep")).sorted()
                == ["a.png", "b.jpg", "sub", "sub/b.png"]
        )
    }

    @Test func `does not render its own results when they are below the pictures`() throws {
        try makeFolders("in/out")
        try folder.write(try Picture.png(), as: "in/a.png")
        for _ in 0..<2 {
            #expect(
                try run("render", "in", "--into", "in/out", "--saturate=0", "--recursive").code == 0
            )
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: path("in/out")) == ["a.png"])
    }

    @Test func `leaves existing files as they are if asked`() throws {
        try makeFolders("out")
        try folder.write(Data("old".utf8), as: "out/a.png")
        try folder.write(Data("old".utf8), as: "c.png")
        let several = ["render", "a.png", "b.jpg", "--into", "out", "--no-clobber"]
        #expect(try Program.run(several, in: folder.url).code == 0)
        #expect(try run("render", "a.png", "c.png", "--no-clobber").code == 0)
        #expect(try folder.read("out/a.png") == Data("old".utf8))
        #expect(try folder.read("c.png") == Data("old".utf8))
        #expect(try folder.read("out/b.jpg").header?.format == .jpeg)
    }

    @Test func `does not replace a file that appears while it renders`() throws {
        let file = try OutputFile(path: path("new.png"))
        #expect(file.write([1]))
        try folder.write(Data("other".utf8), as: "new.png")
        #expect(throws: (any Error).self) { try file.finish(replacing: false) }
        #expect(try folder.read("new.png") == Data("other".utf8))
        let named = try OutputFile(path: path("free.png"), mayBeUnnamed: false)
        #expect(named.write([1]))
        try named.finish(replacing: false)
        #expect(folder.names == ["a.png", "b.jpg", "free.png", "new.png"])
    }

    @Test(arguments: ["1", "2"])
    func `gives the same bytes with any number of jobs`(jobs: String) throws {
        try makeFolders("out")
        #expect(
            try run("render", "a.png", "b.jpg", "--into", "out", "--blur=3", "--jobs", jobs).code
                == 0
        )
        #expect(try run("render", "b.jpg", "c.jpg", "--blur=3").code == 0)
        #expect(try folder.read("out/b.jpg") == folder.read("c.jpg"))
    }

    private func path(_ name: String) -> String { folder.url(name).path() }
}
