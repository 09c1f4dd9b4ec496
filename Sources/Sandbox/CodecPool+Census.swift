// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ForeignCodecs
import Synchronization

extension CodecPool {
    /// Starts a process for each format, all at once, to learn which libraries are installed.
    ///
    /// They end before this returns.
    ///
    /// - Returns: The first message of each process, by format; none for one that did not start.
    func census() -> [String: CodecGreeting] {
        let end = DispatchSemaphore(value: 0)
        let answer = Answer()
        let executable = configuration.executable
        onStarter {
            let processes = ForeignFormats.all.compactMap {
                CodecProcess(format: $0.name, executable: executable, isPlanted: false)
            }
            let deadline = ContinuousClock.now + Self.censusLimit
            for process in processes {
                _ = process.greet { ContinuousClock.now < deadline }
                answer.put(process.greeting, of: process.format)
            }
            end.signal()
        }
        end.wait()
        let greetings = answer.greetings
        fenceError.withLock { $0 = greetings.values.first { $0.error == nil }?.fenceError }
        return greetings
    }

    /// The time limit for loading all libraries at once; a format that takes longer is not offered.
    ///
    /// Disks are slow when a container starts.
    private static let censusLimit = Duration.seconds(60)
}

/// A store of the greetings that the starter thread receives, by format.
private final class Answer: Sendable {
    private let kept = Mutex<[String: CodecGreeting]>([:])

    var greetings: [String: CodecGreeting] { kept.withLock { $0 } }

    func put(_ greeting: CodecGreeting?, of format: String) {
        kept.withLock { $0[format] = greeting }
    }
}
