// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Platform

Syscall.returnLargeBlocks()
Syscall.exit(
    Command.run(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    ).rawValue
)
