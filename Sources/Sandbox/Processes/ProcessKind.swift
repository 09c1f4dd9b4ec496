// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs

/// The kinds of sandboxed processes, and what differs between them.
package enum ProcessKind: Hashable, Sendable {
    /// Processes that decode and encode one format each; the subject of a process is the name of the format.
    case codecs
    /// Processes that draw texts.
    case texts

    /// The hidden command of the program that runs a process.
    var command: String {
        switch self {
        case .codecs: CodecWorker.command
        case .texts: TypesettingWorker.command
        }
    }

    /// The name of a process in a log.
    var name: String {
        switch self {
        case .codecs: "codec process"
        case .texts: "typesetting process"
        }
    }

    /// The name of the thread that starts the processes.
    var starterName: StaticString {
        switch self {
        case .codecs: "codec starter"
        case .texts: "text starter"
        }
    }

    /// The time limit for a process to load its libraries.
    ///
    /// Without a cache, fontconfig reads all fonts.
    var startLimit: Duration {
        switch self {
        case .codecs: .seconds(10)
        case .texts: .seconds(60)
        }
    }

    /// The greatest processor time of a job by default, in seconds.
    ///
    /// The longest texts, of 4,000 characters that are shortened to few lines, take about two seconds.
    var seconds: Int {
        switch self {
        case .codecs: 60
        case .texts: 10
        }
    }

    /// The address space that a job may take beyond its shared memory and its own estimate, in bytes.
    ///
    /// Libraries fragment their heap, and take stacks and tables. 4,000 characters of rare scripts take 70 MB.
    var spareByteCount: Int {
        switch self {
        case .codecs: 64 << 20
        case .texts: 256 << 20
        }
    }

    /// The address space that a process may keep from its jobs, in bytes, before it is replaced.
    ///
    /// Libraries leave some behind, and a process that a file has taken over could otherwise take more with each job.
    /// The caches of the text libraries grow to 70 MB.
    var greatestRemainder: Int {
        switch self {
        case .codecs: 48 << 20
        case .texts: 128 << 20
        }
    }

    /// Whether a process needs the variables that tell fontconfig where fonts are.
    func readsFonts(_ subject: String) -> Bool {
        switch self {
        case .codecs: ForeignFormats.named(subject)?.drawsTexts == true
        case .texts: true
        }
    }
}
