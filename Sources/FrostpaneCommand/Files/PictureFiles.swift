// SPDX-License-Identifier: Apache-2.0

import Codecs
import FoundationEssentials
import Glibc
import Platform

/// The path of an image to render, and the folder for its result.
struct PictureFile: Equatable, Sendable {
    /// The path of the image; `-` is standard input.
    let path: String

    /// The folder for the result, relative to the folder of `--into`; empty for the folder of
    /// `--into` itself.
    let folder: String
}

extension PictureFile {
    /// Finds the images among files and folders.
    ///
    /// In a folder these are the files that have the extension of a readable format, in the order of
    /// their names. Hidden files and linked folders are left out.
    ///
    /// - Parameters:
    ///   - inputs: The paths of files and folders.
    ///   - results: The folder for the results, not read; nil for none.
    ///   - isRecursive: Whether folders in folders are read.
    /// - Returns: The files.
    /// - Throws: ``Complaint`` for a folder that cannot be read.
    static func find(
        in inputs: [String],
        resultsIn results: String?,
        isRecursive: Bool
    ) throws(Complaint) -> [PictureFile] {
        let excluded = results.flatMap { try? Syscall.status($0) }
        var files: [PictureFile] = []
        for input in inputs {
            // A folder without a folder for the results is an input that cannot be read.
            guard results != nil, let status = try? Syscall.status(input), status.kind == .folder
            else {
                files.append(PictureFile(path: input, folder: ""))
                continue
            }
            try read(input, "", excluded, isRecursive, into: &files)
        }
        return files
    }

    private static func read(
        _ path: String,
        _ below: String,
        _ excluded: Syscall.Status?,
        _ isRecursive: Bool,
        into files: inout [PictureFile]
    ) throws(Complaint) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw Complaint(.noInput, "\(Quoted(path)): the folder cannot be read")
        }
        for name in names where !name.hasPrefix(".") {
            let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            guard let status = try? Syscall.linkStatus(file) else { continue }
            if status.kind == .folder {
                let isExcluded = excluded?.isSameFile(as: status) ?? false
                guard isRecursive, !isExcluded else { continue }
                let folder = below.isEmpty ? name : "\(below)/\(name)"
                try read(file, folder, excluded, isRecursive, into: &files)
            } else if OutputFormat.isReadable(pathExtensionOf: name) {
                files.append(PictureFile(path: file, folder: below))
            }
        }
    }

    /// Throws a complaint if the results of two images could have the same name.
    static func refuseSameNames(_ files: [PictureFile]) throws(Complaint) {
        var seen: [String: String] = [:]
        for file in files {
            let name = file.path.split(separator: "/").last ?? ""
            let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
            if let other = seen.updateValue(file.path, forKey: "\(file.folder)/\(stem)") {
                throw Complaint(
                    .usage,
                    "the results of \(Quoted(other)) and \(Quoted(file.path)) could have the same name"
                )
            }
        }
    }

    /// Creates a folder for results, and its parent folders.
    static func makeFolder(_ path: String) throws(Complaint) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        } catch {
            throw Complaint(.cannotCreate, "\(Quoted(path)): the folder cannot be created")
        }
    }

    /// Reads a whole file, or standard input for `-`.
    static func read(
        _ path: String
    ) throws(Complaint) -> (bytes: [UInt8], status: Syscall.Status?) {
        let name = name(of: path)
        if path == "-" {
            do {
                return (try Syscall.readAll(0), nil)
            } catch {
                throw Complaint(.inputOutput, "\(name): \(error.words)")
            }
        }
        let descriptor: Int32
        do {
            descriptor = try Syscall.open(path, O_RDONLY)
        } catch {
            throw Complaint(.noInput, "\(name): \(error.words)")
        }
        defer { try? Syscall.close(descriptor) }
        do throws(Syscall.Failure) {
            let status = try Syscall.status(descriptor)
            return (try Syscall.readAll(descriptor, expected: status.size), status)
        } catch {
            throw Complaint(
                error.code == EISDIR ? .noInput : .inputOutput,
                "\(name): \(error.words)"
            )
        }
    }

    /// Returns a file name for error messages, or "standard input".
    static func name(of path: String) -> String {
        path == "-" ? "standard input" : "\(Quoted(path))"
    }
}

extension OutputFormat {
    /// Whether a file's name has the extension of a format that can be read.
    fileprivate static func isReadable(pathExtensionOf name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...].lowercased()
        return ImageFormat.allCases.contains { format in
            format.isRead && format.fileExtensions.contains(ending)
        }
    }
}
