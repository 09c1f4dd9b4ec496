// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Service

/// The parsed command line of `frostpane render` or `frostpane gallery`, checked as far as possible
/// without files.
struct RenderArguments: Equatable {
    /// The destination of the results: one file, or a folder.
    enum Destination: Equatable {
        /// A file at a path, or standard output for `-`.
        case file(String)
        /// A folder at a path, in which each result is named like its input.
        case folder(String)
    }

    /// The files and folders to read; `-` is standard input.
    let inputs: [String]
    let destination: Destination
    let parameters: RenderParameters

    /// Whether the results are contact sheets, made by `gallery`.
    let isGallery: Bool

    /// The path of the scene's JSON file, if there is one.
    let scene: String?

    /// The values of the scene's variables, each `name=value`.
    let values: [String]

    /// The path of the mask's image, if there is one.
    let mask: String?

    /// The format of the results; nil to keep each input format.
    let format: OutputFormat?

    /// Whether folders inside of the given folders are read as well.
    let isRecursive: Bool

    /// Whether existing files are left as they are.
    let keepsExisting: Bool

    /// The greatest number of images to render at the same time, if given.
    let jobs: Int?

    /// Whether only errors are reported.
    let isQuiet: Bool

    /// The options that `render` shares with `serve`.
    let configuration: Configuration

    /// The options of `render`, or of `gallery`.
    static func sections(isGallery: Bool) -> [any OptionSection.Type] {
        [
            isGallery ? GallerySection.self : RenderingSection.self, FilesSection.self,
            SharedSection.self,
        ]
    }

    /// Parses and checks the command line of `render` or `gallery`.
    ///
    /// - Parameters:
    ///   - arguments: The command line after the command.
    ///   - isGallery: Whether the command is `gallery`.
    ///   - environment: The environment, with the shared variables.
    /// - Throws: A complaint that lists all errors.
    init(
        _ arguments: [String],
        isGallery: Bool = false,
        environment: Environment = [:]
    ) throws(Complaint) {
        var reader = OptionReader(arguments, Self.sections(isGallery: isGallery))
        self.isGallery = isGallery
        let task = isGallery ? LocalTask.gallery : .rendering
        (inputs, destination) = reader.takePaths(of: isGallery ? "gallery" : "render")
        scene = isGallery ? nil : reader.value(of: .scene)
        values = isGallery ? [] : reader.values(of: .set)
        if scene == nil, !values.isEmpty {
            reader.faults.append("--set does nothing without --scene")
        }
        if let value = values.first(where: { !$0.contains("=") }) {
            reader.faults.append("--set \(Quoted(value)) lacks the sign =: write --set title=Hello")
        }
        var pairs = reader.parameters(of: task)
        mask = Self.takeMask(from: &pairs)
        format = reader.format(for: destination, &pairs)
        let read = task.read(pairs, areBesideScene: scene != nil)
        reader.faults += read.faults.map(\.localDescription)
        if !read.parameters.filter.resources.isEmpty {
            reader.faults.append(
                "'filter' names a stored image, and only a server stores images"
            )
        }
        parameters = read.parameters
        isRecursive = reader.isSet(.recursive)
        keepsExisting = reader.isSet(.noClobber)
        isQuiet = reader.isSet(.quiet)
        jobs = reader.jobs()
        configuration = reader.configuration(environment)
        guard reader.faults.isEmpty else { throw Complaint(.usage, reader.faults) }
    }

    /// Takes a mask path from the parameters, and puts an identifier in its place.
    private static func takeMask(from pairs: inout [(name: String, value: String)]) -> String? {
        var mask: String?
        for (index, pair) in pairs.enumerated() {
            let row = RenderParameter.named(pair.name)
            guard row?.kind == .digest, pair.value != row?.defaultValue else { continue }
            mask = pair.value
            pairs[index].value = LocalScene.resource(at: pair.value).digest
        }
        return mask
    }
}

extension OptionReader {
    /// Takes the inputs and the destination from the paths, of which the output is the last.
    fileprivate mutating func takePaths(
        of command: String
    ) -> ([String], RenderArguments.Destination) {
        if let folder = value(of: .into) {
            if operands.isEmpty { faults.append("name the files to render") }
            if operands.contains("-") {
                faults.append("an image from a pipe has no name: give OUT")
            }
            return (operands, .folder(folder))
        }
        guard operands.count == 2 else {
            faults.append(
                operands.count < 2
                    ? "name an input and an output: frostpane \(command) IN OUT"
                    : "use --into FOLDER for several files"
            )
            return (operands, .file("-"))
        }
        return ([operands[0]], .file(operands[1]))
    }

    /// Returns the given format, or the output's file format by extension, as a parameter.
    fileprivate mutating func format(
        for destination: RenderArguments.Destination,
        _ pairs: inout [(name: String, value: String)]
    ) -> OutputFormat? {
        if let stated = pairs.last(where: { $0.name == "format" }) {
            return OutputFormat(rawValue: stated.value)
        }
        guard case .file(let path) = destination, path != "-" else { return nil }
        let format = OutputFormat(pathExtensionOf: path)
        if let format {
            pairs.append(("format", format.rawValue))
        } else {
            let endings = OutputFormat.allCases.map { ".\($0.fileExtension)" }
                .joined(separator: " or ")
            faults.append(
                "the name \(Quoted(path)) has no known extension: "
                    + "use \(endings), or give --format; to write into a folder, use --into FOLDER"
            )
        }
        return format
    }

    fileprivate mutating func jobs() -> Int? {
        guard let text = value(of: .jobs) else { return nil }
        // `Int` would also accept a plus sign.
        guard let count = Int(text), text.first != "+", (1...1024).contains(count) else {
            faults.append("\(OptionRow.jobs.flag) takes \(OptionRow.jobs.allowed)")
            return nil
        }
        return count
    }
}

extension OutputFormat {
    /// Finds the format by a file name extension; nil for an unknown one.
    init?(pathExtensionOf path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        let named = Self.allCases.first { $0.format.fileExtensions.contains(ending) }
        guard let named else { return nil }
        self = named
    }
}
