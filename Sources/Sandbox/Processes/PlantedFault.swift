// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// A fault that tests plant in a sandboxed process, to see that it spoils one image and nothing else.
///
/// Only a process that was started for it commits faults: when a file ends with the name of one behind
/// ``mark``. No option and no request starts such a process.
package enum PlantedFault: String, CaseIterable, Sendable {
    /// Crashes by a signal.
    case crash
    /// Never ends.
    case loop
    /// Writes a file.
    case file
    /// Reads a file that is no font; the process survives where it cannot.
    case secret
    /// Opens a socket.
    case socket
    /// Executes another program.
    case exec
    /// Starts a process.
    case fork
    /// Makes memory executable.
    case code
    /// Takes memory without end.
    case memory
    /// Keeps memory, and does its work.
    case hoard
    /// Sends a malformed message.
    case babble
    /// Exits without a reply.
    case silence
    /// Closes its socket, and goes on.
    case deafness
    /// Sends an empty message, and goes on.
    case emptiness

    /// The last argument of a process that carries out faults.
    static let option = "planted"

    /// The bytes before the name of a fault at the end of a file.
    package static let mark = "planted:"

    /// The path of the file that ``file`` tries to write.
    package static let path = "/tmp/frostpane-planted-fault"

    /// Finds the fault whose name stands at the end of a file; nil if there is none.
    static func find(_ file: Span<UInt8>) -> PlantedFault? {
        let tail = file.count > 32 ? file.extracting(last: 32) : file
        let text = String(decoding: tail.indices.map { tail[$0] }, as: UTF8.self)
        guard let place = text.lastIndex(of: ":") else { return nil }
        guard text[...place].hasSuffix(mark) else { return nil }
        return PlantedFault(rawValue: String(text[text.index(after: place)...]))
    }

    /// Carries out the fault in this process; returns if the process survives it.
    func commit(_ channel: ProcessChannel) {
        switch self {
        case .crash: fatalError("planted")
        case .loop: while true { Self.turn() }
        case .file: csandbox_try_file()
        case .secret: csandbox_try_secret()
        case .socket: csandbox_try_socket()
        case .exec: csandbox_try_exec()
        case .fork: csandbox_try_fork()
        case .code: csandbox_try_executable_memory()
        case .memory: Self.fill()
        case .hoard: csandbox_hoard(60 << 20)
        case .babble: try? channel.send([1, 2, 3])
        case .silence: _exit(0)
        case .deafness:
            close(Int32(csandbox_socket))
            while true { sleep(1) }
        case .emptiness:
            try? channel.send([])
            while true { sleep(1) }
        }
    }

    @inline(never)
    private static func turn() {}

    private static func fill() {
        var blocks: [[UInt8]] = []
        while true { blocks.append([UInt8](repeating: UInt8(blocks.count & 255), count: 16 << 20)) }
    }
}
