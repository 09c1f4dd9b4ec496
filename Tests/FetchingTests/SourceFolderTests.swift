// SPDX-License-Identifier: Apache-2.0

import Foundation
import Platform
import Synchronization
import Testing

@testable import Fetching

@Suite struct SourceFolderTests {
    private let root: URL
    private let folder: SourceFolder

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent(
            "frostpane-\(UUID().uuidString)"
        )
        let inner = root.appendingPathComponent("inside/deep")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        folder = SourceFolder(root.appendingPathComponent("inside").path)
        try write("secret", to: "outside.txt")
        try write("picture", to: "inside/deep/a b.jpg")
    }

    private func remove() { try? FileManager.default.removeItem(at: root) }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: root.appendingPathComponent(path))
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent(path).path,
            withDestinationPath: target
        )
    }

    /// The bytes of a file as text, or the fault.
    private func read(_ path: String) -> Result<String, FetchFault> {
        guard let path = SourcePath(path.split(separator: "/", omittingEmptySubsequences: false))
        else { return .failure(.stopped) }
        do throws(FetchFault) {
            let bytes = Mutex<[UInt8]>([])
            try folder.open(path).read { piece in
                bytes.withLock { for index in piece.indices { $0.append(piece[index]) } }
                return true
            }
            return .success(String(decoding: bytes.withLock { $0 }, as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    @Test func `reads files in the folder and in folders below it`() throws {
        defer { remove() }
        #expect(read("deep/a%20b.jpg") == .success("picture"))
        let long = String(repeating: "0123456789", count: 100_000)
        try write(long, to: "inside/long")
        #expect(read("long") == .success(long))
        try write("", to: "inside/empty")
        #expect(read("empty") == .success(""))
    }

    @Test(arguments: [
        "outside", "absolute", "parent", "chain", "folder/outside.txt", "process", "loop",
    ])
    func `follows no link that leads out of the folder`(_ path: String) throws {
        defer { remove() }
        try link("inside/outside", to: "../outside.txt")
        try link("inside/absolute", to: root.appendingPathComponent("outside.txt").path)
        try link("inside/parent", to: "deep/../../outside.txt")
        try link("inside/chain", to: "outside")
        try link("inside/folder", to: "..")
        try link("inside/process", to: "/proc/self/environ")
        try link("inside/loop", to: "loop")
        #expect(read(path) == .failure(.absent))
    }

    @Test func `follows links that stay in the folder`() throws {
        defer { remove() }
        try link("inside/short", to: "deep/../deep/a b.jpg")
        try link("inside/current", to: "deep")
        #expect(read("short") == .success("picture"))
        #expect(read("current/a%20b.jpg") == .success("picture"))
    }

    @Test(arguments: ["deep", "nothing", "deep/a%20b.jpg/more", "pipe", "socket/x"])
    func `has nothing but regular files`(_ path: String) throws {
        defer { remove() }
        // A pipe without a writer would keep whoever opens it waiting.
        #expect(makePipe(root.appendingPathComponent("inside/pipe").path))
        #expect(read(path) == .failure(.absent))
    }

    @Test func `tells that the folder is not there from a file that is not`() throws {
        remove()
        guard case .failure(.unreadable(let reason)) = read("a") else {
            Issue.record("a folder that is not there was read")
            return
        }
        #expect(reason == "the folder: No such file or directory")
    }

    @Test(arguments: [true, false])
    func `refuses a file that is changed while it is read`(_ isShortened: Bool) throws {
        defer { remove() }
        try write(String(repeating: "a", count: 600_000), to: "inside/long")
        let path = try #require(SourcePath(["long"]))
        let url = root.appendingPathComponent("inside/long")
        let file = try folder.open(path)
        #expect(throws: FetchFault.changing) {
            try file.read { _ in
                let handle = FileHandle(forUpdatingAtPath: url.path)
                if isShortened {
                    try? handle?.truncate(atOffset: 10)
                } else {
                    handle?.seekToEndOfFile()
                    handle?.write(Data([1]))
                }
                return true
            }
        }
    }

    @Test func `stops when no more bytes are taken`() throws {
        defer { remove() }
        let path = try #require(SourcePath(["deep", "a%20b.jpg"]))
        #expect(throws: FetchFault.stopped) { try folder.open(path).read { _ in false } }
    }

    @Test func `gives a file that was written another version`() throws {
        defer { remove() }
        let path = try #require(SourcePath(["deep", "a%20b.jpg"]))
        let first = try folder.open(path).version
        #expect(try folder.open(path).version == first)
        try write("another", to: "inside/deep/a b.jpg")
        #expect(try folder.open(path).version != first)
    }
}

@Suite struct SourcePathTests {
    @Test(arguments: [
        "", ".", "..", "%2e", "%2E%2e", "..%2f", "..%2F..", "%2f", "a%2f%2e%2e%2fb", "a%2f", "%2fa",
        "a%2f%2fb", "%00", "a%00.jpg",
        "a//b",
        "/a", "a/", "a/../b", "a/%2e%2e/b", "%", "%4", "%zz", "%ff", "%c0%ae%c0%ae",
    ])
    func `refuses names that lead elsewhere, or are not encoded right`(_ text: String) {
        #expect(SourcePath(text.split(separator: "/", omittingEmptySubsequences: false)) == nil)
    }

    @Test func `decodes once`() {
        let path = SourcePath(["%252e%252e", "a+b%20c", "%C3%BC", "...", "..a"])
        #expect(path?.names == ["%2e%2e", "a+b c", "ü", "...", "..a"])
        #expect(path?.text == "%2e%2e/a+b c/ü/.../..a")
        #expect(path?.encoded == "%252e%252e/a%2Bb%20c/%C3%BC/.../..a")
    }

    @Test(arguments: ["a/b%20c", "a%2fb%20c", "a%2Fb%20c"])
    func `takes an encoded slash for one, once`(_ text: String) {
        let path = SourcePath(text.split(separator: "/", omittingEmptySubsequences: false))
        #expect(path?.names == ["a", "b c"])
        #expect(SourcePath(["a%252fb"])?.names == ["a%2fb"])
    }

    @Test func `has at least one name`() {
        #expect(SourcePath([Substring]()) == nil)
    }
}
