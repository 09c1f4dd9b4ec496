// SPDX-License-Identifier: Apache-2.0

import Codecs
import Glibc
import Platform
import Rendering
import Service
import Synchronization

/// A picture to read, render and write.
struct RenderJob: Sendable {
    let input: String

    /// The path of the result, `-` for standard output; nil for a folder, in which the result's
    /// format decides the extension.
    let output: String?

    /// The folder of the result, if there is one.
    let folder: String?

    let arguments: RenderArguments

    /// Idle workers that decode ahead, if this is the only picture.
    let pool: WorkerPool?

    /// Reads, renders and writes the picture.
    func run() throws(Complaint) {
        let (bytes, status) = try read()
        let renderer = try renderer(for: bytes)
        let target = output ?? outputPath(renderer.output.encoding.format)
        guard target != "-" else { return try renderToPipe(renderer) }
        if let status, let existing = try? Syscall.status(target), existing.isSameFile(as: status) {
            throw Complaint(.cannotCreate, "\(name): the result would replace the input")
        }
        try render(renderer, to: target)
    }

    // MARK: Input

    private func read() throws(Complaint) -> (bytes: [UInt8], status: Syscall.Status?) {
        if input == "-" {
            do {
                return (try Syscall.readAll(0), nil)
            } catch {
                throw Complaint(.inputOutput, "\(name): \(error.words)")
            }
        }
        let descriptor: Int32
        do {
            descriptor = try Syscall.open(input, O_RDONLY)
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

    private func renderer(for bytes: [UInt8]) throws(Complaint) -> Renderer {
        guard !bytes.isEmpty else { throw Complaint(.badData, "\(name): it is empty") }
        let limits = DecodeLimits(
            maximumSide: arguments.configuration.sideLimit,
            maximumPixelCount: arguments.configuration.pixelLimit
        )
        do {
            let source = try SourceImage(
                bytes: bytes,
                limits: limits,
                damage: arguments.parameters.damage
            )
            let parameters = try arguments.parameters.settled(on: source, limits: limits)
            return try Renderer(
                source: source,
                plan: try parameters.plan(for: source.header.size),
                output: parameters.output(
                    as: arguments.format ?? .usual(for: source.header.format)
                ),
                limits: limits
            )
        } catch let error as RenderError {
            throw complaint(error)
        } catch {
            throw Complaint(.usage, "\(error)")
        }
    }

    // MARK: Output

    private func outputPath(_ format: OutputFormat) -> String {
        let file = input.split(separator: "/").last.map(String.init) ?? input
        if OutputFormat(pathExtensionOf: file) == format { return "\(folder ?? ".")/\(file)" }
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
        return "\(folder ?? ".")/\(stem.isEmpty ? file[...] : stem).\(format.fileExtension)"
    }

    private func run(
        _ renderer: Renderer,
        _ sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) throws(RenderError) {
        let work = Cancellation()
        _ = try renderer.run(cancellation: work, pool: pool, sink: sink)
        if !work.damage.isEmpty, !arguments.isQuiet {
            Command.tell("frostpane: \(name): \(work.damage.words)\n")
        }
    }

    private func render(_ renderer: Renderer, to target: String) throws(Complaint) {
        let file: OutputFile
        do {
            file = try OutputFile(path: target)
        } catch {
            throw Complaint(.cannotCreate, "\(Quoted(target)): \(error.words)")
        }
        do throws(RenderError) {
            try run(renderer) { bytes throws(SinkClosed) in
                if !file.write(bytes) { throw SinkClosed() }
            }
        } catch {
            if case .sinkClosed = error, let failure = file.failure {
                throw Complaint(.inputOutput, "\(Quoted(target)): \(failure.words)")
            }
            throw complaint(error)
        }
        do {
            try file.finish()
        } catch {
            throw Complaint(.inputOutput, "\(Quoted(target)): \(error.words)")
        }
    }

    /// Writes to standard output after the whole result is rendered, so that a pipe gets all or
    /// nothing.
    private func renderToPipe(_ renderer: Renderer) throws(Complaint) {
        guard !Syscall.isTerminal(1) else {
            throw Complaint(.usage, "a picture is not written to a terminal")
        }
        let chunks = Chunks()
        do throws(RenderError) {
            try run(renderer) { chunks.append($0) }
        } catch {
            throw complaint(error)
        }
        do {
            for chunk in chunks.take() { try Syscall.write(chunk, to: 1) }
        } catch {
            throw Complaint(.inputOutput, "standard output: \(error.words)")
        }
    }

    private func complaint(_ error: RenderError) -> Complaint {
        let (code, sentence) = error.explanation
        return Complaint(code, "\(name): \(sentence)")
    }

    private var name: String { input == "-" ? "standard input" : "\(Quoted(input))" }
}

/// The chunks of a result.
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
