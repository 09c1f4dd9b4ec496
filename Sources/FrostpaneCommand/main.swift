// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Platform
import Sandbox

// Codec processes inherit it.
Syscall.allowThreads()
// Before anything else takes memory, of which each codec process would have its own.
if CommandLine.arguments.dropFirst().first == CodecWorker.command {
    CodecWorker.run(Array(CommandLine.arguments.dropFirst(2)))
}
Syscall.returnLargeBlocks()
Syscall.exit(
    Command.run(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    ).rawValue
)
