// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Kernels
import Platform
import Rendering
import Service
import Synchronization

/// `frostpane render`: renders files, folders and pipes, without a server.
enum RenderCommand: Subcommand {
    static let summary = CommandSummary(
        name: "render",
        abstract: "Render images with effects, materials or a scene.",
        usage: """
            frostpane render IN OUT [options]
            frostpane render IN... --into FOLDER [options]
            """,
        discussion: """
            The format follows the ending of OUT, else that of the input, unless --format is given. A \
            result gets its name when it is complete; after an error nothing is left of it, and the \
            other files are still rendered.
            """
    )

    static let operands: Operands? = .paths

    static let sections = RenderArguments.sections(isGallery: false)

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        try render(try RenderArguments(arguments, environment: environment))
    }

    /// Renders all images of a command line.
    static func render(_ arguments: RenderArguments) throws(Complaint) -> ExitCode {
        InstructionSet.use(arguments.configuration.instructionSet)
        CommandCodecs.use(arguments.configuration)
        let jobs = try jobs(arguments)
        removeTemporaryFilesOnSignal()
        let isEnabled = !arguments.isQuiet && jobs.count > 1 && Syscall.isTerminal(2)
        let progress = ProgressBar(total: jobs.count, isEnabled: isEnabled)
        let codes = Mutex<[Int: ExitCode]>([:])
        let workers = arguments.jobs ?? arguments.configuration.workers
        onWorkers(min(workers, jobs.count), count: jobs.count) { index in
            do throws(Complaint) {
                try jobs[index].run()
                progress.advance()
            } catch {
                codes.withLock { $0[index] = error.code }
                progress.advance(telling: error.text)
            }
        }
        // The exit code comes from the first file with an error, in the order of the command line.
        return codes.withLock { codes in codes.min { $0.key < $1.key }?.value } ?? .success
    }

    private static func jobs(_ arguments: RenderArguments) throws(Complaint) -> [RenderJob] {
        let output: String?
        let folder: String?
        switch arguments.destination {
        case .file(let path): (output, folder) = (path, nil)
        case .folder(let path):
            guard let status = try? Syscall.status(path), status.kind == .folder else {
                throw Complaint(.cannotCreate, "\(Quoted(path)): there is no such folder")
            }
            (output, folder) = (nil, path)
        }
        let files = try PictureFile.find(
            in: arguments.inputs,
            resultsIn: folder,
            isRecursive: arguments.isRecursive
        )
        if folder != nil { try PictureFile.refuseSameNames(files) }
        let loaded = try LoadedPictures(arguments)
        let pool = helpers(arguments, for: files.count)
        return try files.map { file throws(Complaint) in
            let place = folder.map { file.folder.isEmpty ? $0 : "\($0)/\(file.folder)" }
            if let place, place != folder { try PictureFile.makeFolder(place) }
            return RenderJob(
                file: file,
                output: output,
                folder: place,
                arguments: arguments,
                content: loaded.content,
                pictures: loaded.pictures,
                pool: pool
            )
        }
    }

    /// Creates a pool of the workers that would be idle while a single image is rendered.
    private static func helpers(_ arguments: RenderArguments, for count: Int) -> WorkerPool? {
        let workers = arguments.configuration.workers - 1
        guard count == 1 || arguments.jobs == 1, workers > 0 else { return nil }
        return WorkerPool(
            WorkerPool.Configuration(
                workers: workers,
                queueLimit: 0,
                queueTimeout: .zero,
                memoryBudget: 0
            )
        )
    }

    /// Calls a closure once for each index, on several threads, and waits for all calls.
    private static func onWorkers(
        _ workers: Int,
        count: Int,
        _ work: @escaping @Sendable (_ index: Int) -> Void
    ) {
        let next = Mutex(0)
        let group = DispatchGroup()
        for _ in 0..<workers {
            group.enter()
            WorkerThread.start {
                while true {
                    let index = next.withLock { next in
                        defer { next += 1 }
                        return next
                    }
                    guard index < count else { break }
                    work(index)
                }
                group.leave()
            }
        }
        group.wait()
    }

    private static func removeTemporaryFilesOnSignal() {
        let codes: [(Int32, ExitCode)] = [
            (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
        ]
        for (number, code) in codes {
            Signals.follow(number, on: .global()) {
                TemporaryFiles.shared.removeAll(endingWith: code)
            }
        }
    }
}
