// SPDX-License-Identifier: Apache-2.0

import Store

/// `frostpane store`: counts, checks or tidies the folder of `serve --store`.
enum StoreCommand: Subcommand {
    static let summary = CommandSummary(
        name: "store",
        abstract: "Count, verify or prune the folder of serve --store.",
        usage: "frostpane store stats|verify|prune FOLDER",
        discussion: """
            stats counts files and bytes of each kind. verify reads every file, and lists those that are \
            not as they were written; originals are moved into the folder v1/damaged, results are \
            removed, and the exit code is 65. prune removes what has expired, unfinished files, and the \
            folder of damaged ones. A server may use the folder meanwhile.
            """
    )

    /// The actions on the folder, as named on the command line.
    private enum Action: String, CaseIterable {
        case stats
        case verify
        case prune
    }

    static let operands: Operands? = Operands(
        name: "action folder",
        sentence: "The action (\(words)), and the path of the folder.",
        words: Action.allCases.map(\.rawValue)
    )

    private static var words: String { Action.allCases.map(\.rawValue).joined(separator: ", ") }

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        guard let action = arguments.first.flatMap(Action.init) else {
            throw Complaint(.usage, "name an action: \(words)")
        }
        guard arguments.count > 1 else { throw Complaint(.usage, "name the folder") }
        try refuse(arguments.dropFirst(2))
        let tier = FolderTier(path: arguments[1])
        do throws(BlobError) {
            switch action {
            case .stats: return try stats(of: tier)
            case .verify: return try verify(tier)
            case .prune: return try prune(tier)
            }
        } catch {
            throw Complaint(.noInput, "\(Quoted(arguments[1])): \(sentence(for: error))")
        }
    }

    private static func stats(of tier: FolderTier) throws(BlobError) -> ExitCode {
        for (kind, count) in try tier.count() {
            say("\(kind.rawValue) \(count.files) files \(count.byteCount) bytes")
        }
        return .success
    }

    private static func verify(_ tier: FolderTier) throws(BlobError) -> ExitCode {
        var damaged = 0
        let whole = try tier.verify { name in
            damaged += 1
            say("damaged \(name)")
        }
        say("\(whole) files are whole, \(damaged) were damaged")
        return damaged == 0 ? .success : .badData
    }

    private static func prune(_ tier: FolderTier) throws(BlobError) -> ExitCode {
        say("\(try tier.prune()) bytes remain")
        return .success
    }

    /// Writes a line to standard output, and ignores a failure, because the exit code says the
    /// same.
    private static func say(_ line: String) { _ = try? Streams.print(line + "\n") }

    private static func sentence(for error: BlobError) -> String {
        switch error {
        case .unavailable(let reason): "\(reason); is it the folder of serve --store?"
        case .absent, .damaged, .full: "it cannot be used"
        }
    }
}
