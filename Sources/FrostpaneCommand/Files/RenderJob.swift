// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Glibc
import Platform
import Rendering
import Service
import Synchronization

/// A job of the command line: one image to read, render and write.
struct RenderJob: Sendable {
    let file: PictureFile

    /// The path of the result, `-` for standard output; nil if the result is named in a folder.
    ///
    /// The extension of a result in a folder depends on its format.
    let output: String?

    /// The path of the folder for the result, if there is one.
    let folder: String?

    let arguments: RenderArguments
    let content: LocalRendering.Content

    /// The images that the mask and the scene use.
    let pictures: [ResourceID: SourceImage]

    /// The pool of idle workers that decode ahead, if this is the only image.
    let pool: WorkerPool?

    /// Reads, renders and writes the image.
    func run() throws(Complaint) {
        // Known before anything is read, unless the input decides the format.
        if let target = output, isKept(target) { return }
        let (bytes, status) = try PictureFile.read(file.path)
        guard !bytes.isEmpty else { throw Complaint(.badData, "\(name): it is empty") }
        let rendering: LocalRendering
        do throws(LocalFault) {
            let source = try SourceImage(bytes, arguments, frame: arguments.parameters.frame)
            let format = LocalRendering.format(
                of: source,
                arguments.parameters,
                arguments.configuration
            )
            if output == nil, isKept(outputPath(format)) { return }
            rendering = try decide(source)
        } catch {
            throw Complaint(error, of: name)
        }
        let target = output ?? outputPath(rendering.format)
        guard target != "-" else { return try renderToPipe(rendering) }
        if let status, let existing = try? Syscall.status(target), existing.isSameFile(as: status) {
            throw Complaint(.cannotCreate, "\(name): the result would replace the input")
        }
        try render(rendering, to: target)
    }

    /// Whether a file exists at a path and must not be replaced.
    private func isKept(_ target: String) -> Bool {
        arguments.keepsExisting && target != "-" && (try? Syscall.linkStatus(target)) != nil
    }

    private func decide(_ source: SourceImage) throws(LocalFault) -> LocalRendering {
        let rendering = try LocalRendering(
            of: source,
            arguments.parameters,
            content: content,
            pictures: pictures,
            configuration: arguments.configuration
        )
        if let choice = rendering.choice, !arguments.isQuiet {
            Streams.tell("frostpane: \(name): auto is \(choice)\n")
        }
        return rendering
    }

    // MARK: Output

    private func outputPath(_ format: OutputFormat) -> String {
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        let folder = folder ?? "."
        if OutputFormat(pathExtensionOf: name) == format { return "\(folder)/\(name)" }
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return "\(folder)/\(stem.isEmpty ? name[...] : stem).\(format.fileExtension)"
    }

    private func run(
        _ rendering: LocalRendering,
        _ sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) throws(RenderError) {
        let work = Cancellation()
        _ = try rendering.renderer.run(cancellation: work, pool: pool, sink: sink)
        if !work.damage.isEmpty, !arguments.isQuiet {
            Streams.tell("frostpane: \(name): \(work.damage.words)\n")
        }
    }

    private func render(_ rendering: LocalRendering, to target: String) throws(Complaint) {
        let file: OutputFile
        do {
            file = try OutputFile(path: target)
        } catch {
            throw Complaint(.cannotCreate, "\(Quoted(target)): \(error.words)")
        }
        do throws(RenderError) {
            try run(rendering) { bytes throws(SinkClosed) in
                if !file.write(bytes) { throw SinkClosed() }
            }
        } catch {
            if case .sinkClosed = error, let failure = file.failure {
                throw Complaint(.inputOutput, "\(Quoted(target)): \(failure.words)")
            }
            throw Complaint(rendering.explain(error), of: name)
        }
        do {
            try file.finish(replacing: !arguments.keepsExisting)
        } catch {
            // Another program was faster.
            if error.code == EEXIST { return }
            throw Complaint(.inputOutput, "\(Quoted(target)): \(error.words)")
        }
    }

    /// Renders the whole result, then writes it to standard output, so that a pipe gets all or
    /// nothing.
    private func renderToPipe(_ rendering: LocalRendering) throws(Complaint) {
        guard !Syscall.isTerminal(1) else {
            throw Complaint(.usage, "images are not written to a terminal")
        }
        let chunks = Chunks()
        do throws(RenderError) {
            try run(rendering) { chunks.append($0) }
        } catch {
            throw Complaint(rendering.explain(error), of: name)
        }
        do {
            for chunk in chunks.take() { try Syscall.write(chunk, to: 1) }
        } catch {
            throw Complaint(.inputOutput, "standard output: \(error.words)")
        }
    }

    private var name: String { PictureFile.name(of: file.path) }
}

/// The encoded chunks of a result, collected until it is complete.
private final class Chunks: Sendable {
    private let chunks = Mutex<[[UInt8]]>([])

    func append(_ chunk: [UInt8]) { chunks.withLock { $0.append(chunk) } }

    func take() -> [[UInt8]] {
        chunks.withLock { chunks in
            defer { chunks = [] }
            return chunks
        }
    }
}

extension SourceImage {
    /// Creates a source by reading an image's header, with command line limits.
    init(
        _ bytes: [UInt8],
        _ arguments: RenderArguments,
        frame: Int? = nil
    ) throws(LocalFault) {
        try self.init(
            bytes,
            damage: arguments.parameters.damage,
            frame: frame,
            configuration: arguments.configuration
        )
    }

    /// Creates a source by reading an image's header, with configured limits.
    init(
        _ bytes: [UInt8],
        damage: DamagePolicy,
        frame: Int?,
        configuration: Configuration
    ) throws(LocalFault) {
        do throws(RenderError) {
            try self.init(
                bytes: bytes,
                limits: DecodeLimits(configuration),
                damage: damage,
                taking: PictureSelection(frame: frame)
            )
        } catch {
            throw .render(error)
        }
    }
}

extension Complaint {
    /// Creates a complaint that an image could not be rendered, with the image's name.
    init(_ fault: LocalFault, of name: String) {
        switch fault {
        case .render(let error):
            let (code, sentence) = error.explanation
            self.init(code, "\(name): \(sentence)")
        case .refused(let sentence): self.init(.usage, "\(name): \(sentence)")
        }
    }
}
