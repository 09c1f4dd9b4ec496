// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Kernels
import Platform
import Rendering
import Service
import Synchronization

/// `frostpane render`: renders files and pipes, without a server.
enum RenderCommand {
    static let helpText = """
        frostpane render IN OUT [options]
        frostpane render IN... --into FOLDER [options]

        Renders pictures, with the parameters of the HTTP interface. - is standard input as IN and
        standard output as OUT. The format follows the ending of OUT, else that of the input,
        unless --format is given. A result gets its name when it is complete; after an error nothing
        is left of it, and the other files are still rendered.

        \(parameterText)
          --into <folder>
              Folder for the results of several files, each named like its input.
          --quiet
              Print only errors.
        \(sharedText)
        \(ExitCode.helpText)
        """

    private static var parameterText: String {
        RenderParameter.table.map { row in
            let value = row.kind == .flag ? "" : " <\(row.unit ?? "value")>"
            return "  --\(row.name)\(value)\n      \(row.sentence)\n"
                + "      Takes \(row.allowed). Default: \(row.defaultValue).\n"
        }.joined()
    }

    private static var sharedText: String {
        RenderArguments.sharedOptions.map { row in
            "  \(row.flag)\(row.isSwitch ? "" : " <\(row.placeholder)>")\n      \(row.sentence)\n"
                + "      Takes \(row.allowed).\n"
                + "      \(row.environment), default: \(row.defaultText)\n"
        }.joined()
    }

    static func run(
        arguments: [String],
        environment: [String: String]
    ) throws(Complaint) -> ExitCode {
        let arguments = try RenderArguments(arguments, environment: environment)
        InstructionSet.use(arguments.configuration.instructionSet)
        let jobs = try jobs(arguments)
        removeTemporaryFilesOnSignal()
        let isEnabled = !arguments.isQuiet && jobs.count > 1 && Syscall.isTerminal(2)
        let progress = ProgressBar(total: jobs.count, isEnabled: isEnabled)
        let codes = Mutex<[Int: ExitCode]>([:])
        onWorkers(min(arguments.configuration.workers, jobs.count), count: jobs.count) { index in
            do throws(Complaint) {
                try jobs[index].run()
                progress.advance()
            } catch {
                codes.withLock { $0[index] = error.code }
                progress.advance(telling: error.text)
            }
        }
        // The exit code is that of the first file with an error, in the order of the command line.
        return codes.withLock { codes in codes.min { $0.key < $1.key }?.value } ?? .success
    }

    private static func jobs(_ arguments: RenderArguments) throws(Complaint) -> [RenderJob] {
        switch arguments.destination {
        case .file(let path):
            let pool = helpers(arguments)
            return arguments.inputs.map {
                RenderJob(input: $0, output: path, folder: nil, arguments: arguments, pool: pool)
            }
        case .folder(let path):
            guard let status = try? Syscall.status(path), status.kind == .folder else {
                throw Complaint(.cannotCreate, "\(Quoted(path)): there is no such folder")
            }
            try refuseSameNames(arguments.inputs)
            let pool = helpers(arguments)
            return arguments.inputs.map {
                RenderJob(input: $0, output: nil, folder: path, arguments: arguments, pool: pool)
            }
        }
    }

    /// A pool of the workers that a single picture leaves idle.
    private static func helpers(_ arguments: RenderArguments) -> WorkerPool? {
        let workers = arguments.configuration.workers - 1
        guard arguments.inputs.count == 1, workers > 0 else { return nil }
        return WorkerPool(
            WorkerPool.Configuration(
                workers: workers,
                queueLimit: 0,
                queueTimeout: .zero,
                memoryBudget: 0
            )
        )
    }

    /// Refuses inputs whose results could have the same name.
    private static func refuseSameNames(_ inputs: [String]) throws(Complaint) {
        var seen: [Substring: String] = [:]
        for input in inputs {
            let file = input.split(separator: "/").last ?? ""
            let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
            if let other = seen.updateValue(input, forKey: stem) {
                throw Complaint(
                    .usage,
                    "the results of \(Quoted(other)) and \(Quoted(input)) could have the same name"
                )
            }
        }
    }

    /// Calls a closure for each index, on several threads.
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
