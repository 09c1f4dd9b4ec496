// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ForeignCodecs
import Platform
import Synchronization

extension ProcessPool {
    /// Starts a process for each format, all at once, to learn which libraries are installed.
    ///
    /// They end before this returns.
    func census() -> CodecCensus {
        let end = DispatchSemaphore(value: 0)
        let result = Mutex(CodecCensus())
        let executable = configuration.executable
        onStarter {
            let census = Self.census(executable)
            result.withLock { $0 = census }
            end.signal()
        }
        end.wait()
        let census = result.withLock { $0 }
        fenceError.withLock { $0 = census.fenceError }
        return census
    }

    private static func census(_ executable: String) -> CodecCensus {
        var census = CodecCensus()
        var processes: [SandboxedProcess] = []
        for format in ForeignFormats.all {
            do throws(ProcessFailure) {
                census.hasSealedMemory = try shareableMemory().isSealed
                let process = try SandboxedProcess(
                    .codecs,
                    format.name,
                    executable: executable,
                    isPlanted: false
                )
                processes.append(process)
            } catch {
                census.answers[format.name] = .failure(error)
            }
        }
        let end = ContinuousClock.now + censusLimit
        for process in processes {
            if process.limitError != 0 { census.limitError = process.limitError }
            do throws(ProcessFailure) {
                let greeting = try process.greet(within: end - ContinuousClock.now)
                census.answers[process.subject] = .success(greeting)
            } catch {
                census.answers[process.subject] = .failure(error)
            }
        }
        return census
    }

    /// Creates memory as jobs need it, to learn whether the system has it.
    private static func shareableMemory() throws(ProcessFailure) -> SharedMemory {
        do throws(Syscall.Failure) {
            let memory = try SharedMemory(count: SharedMemory.pageByteCount)
            try memory.reserve(0..<memory.count)
            return memory
        } catch {
            throw .notStarted(reason: "no memory can be shared: \(error.words)")
        }
    }

    /// The time limit for loading all libraries at once; a format that takes longer is not offered.
    ///
    /// Disks are slow when a container starts.
    private static let censusLimit = Duration.seconds(60)
}
