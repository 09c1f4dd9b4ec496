// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Platform
import Sandbox

// Sandboxed processes inherit it.
Syscall.allowThreads()
// Before anything else takes memory, of which each sandboxed process would have its own.
let command = CommandLine.arguments.dropFirst().first
if command == CodecWorker.command {
    CodecWorker.run(Array(CommandLine.arguments.dropFirst(2)))
} else if command == TypesettingWorker.command {
    TypesettingWorker.run(Array(CommandLine.arguments.dropFirst(2)))
}
Syscall.returnLargeBlocks()
Syscall.limitHeaps()
Syscall.exit(
    Command.run(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    ).rawValue
)
