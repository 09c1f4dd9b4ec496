// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import Kernels
import Platform

/// The CPU cores, memory and descriptors of the process: the machine's, or fewer in a container.
package struct Machine: Hashable, Sendable {
    /// The number of cores, at least one.
    package let coreCount: Int

    /// The memory that the process may use, in bytes.
    package let memoryByteCount: Int

    /// The number of file descriptors that the process may have open.
    package let descriptorLimit: Int

    /// The variants of the image kernels that the CPU supports, slowest first.
    package let instructionSets: [InstructionSet]

    /// Creates a description of a machine.
    package init(
        coreCount: Int,
        memoryByteCount: Int,
        descriptorLimit: Int? = nil,
        instructionSets: [InstructionSet] = InstructionSet.supported
    ) {
        self.coreCount = coreCount
        self.memoryByteCount = memoryByteCount
        self.descriptorLimit = descriptorLimit ?? Syscall.descriptorLimit()
        self.instructionSets = instructionSets
    }

    /// The fastest variant of the image kernels that the CPU supports.
    var fastest: InstructionSet { instructionSets.last ?? .scalar }

    /// The greatest number of connections for which there are descriptors and memory.
    ///
    /// A sixteenth more may be open for probes and refusals, and a connection whose client reads slowly
    /// holds up to 192 KiB.
    var connectionLimit: Int {
        let descriptors = descriptorLimit - min(256, descriptorLimit / 2)
        let most = min(descriptors / 17 * 16, memoryByteCount >> 18)
        return min(max(most, 16), 65_536)
    }

    /// The machine on which this process runs, with the limits of its container.
    package static let current = Machine(
        coreCount: Syscall.processorCount(),
        memoryByteCount: Int(clamping: ProcessInfo.processInfo.physicalMemory),
        readingFile: { path in
            (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
        }
    )

    /// Creates a description of a machine, reduced to the limits of the process's control group.
    ///
    /// Reference: Linux kernel, Documentation/admin-guide/cgroup-v2.rst (`memory.max`, `cpu.max`),
    /// cgroup-v1/memory.rst (`memory.limit_in_bytes`) and scheduler/sched-bwc.rst (`cpu.cfs_quota_us`).
    /// The limits of parent groups apply, too. Inside of a container they are not visible, and the
    /// container's own limits are at the root.
    ///
    /// - Parameters:
    ///   - coreCount: The CPUs on which the process may run. A quota below them is rounded up.
    ///   - memoryByteCount: The memory of the machine, if `/proc/meminfo` does not tell.
    ///   - read: Reads a file; nil without one.
    init(coreCount: Int, memoryByteCount: Int, readingFile read: (String) -> String?) {
        var memory = Self.total(read("/proc/meminfo")) ?? memoryByteCount
        var cores = Double(coreCount)
        let groups = (read("/proc/self/cgroup") ?? "").split(whereSeparator: \.isNewline)
        for group in groups {
            // hierarchy:controllers:path
            let parts = group.split(
                separator: ":",
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            guard parts.count == 3 else { continue }
            if parts[1].isEmpty {
                for folder in Self.folders(in: "/sys/fs/cgroup", downTo: parts[2]) {
                    memory = min(memory, Self.byteCount(read(folder + "/memory.max")) ?? memory)
                    cores = min(cores, Self.quota(read(folder + "/cpu.max")) ?? cores)
                }
            }
            let controllers = parts[1].split(separator: ",")
            if controllers.contains("memory") {
                for folder in Self.folders(in: "/sys/fs/cgroup/memory", downTo: parts[2]) {
                    let text = read(folder + "/memory.limit_in_bytes")
                    memory = min(memory, Self.byteCount(text) ?? memory)
                }
            }
            if controllers.contains("cpu") {
                // The hierarchy is mounted under the names of its controllers, and mostly also under each.
                for name in ["cpu", parts[1]] {
                    for folder in Self.folders(in: "/sys/fs/cgroup/\(name)", downTo: parts[2]) {
                        let quota = read(folder + "/cpu.cfs_quota_us")?.trimmingLineBreak ?? ""
                        let period = read(folder + "/cpu.cfs_period_us")?.trimmingLineBreak ?? ""
                        cores = min(cores, Self.quota("\(quota) \(period)") ?? cores)
                    }
                }
            }
        }
        self.init(coreCount: max(1, Int(cores.rounded(.up))), memoryByteCount: memory)
    }

    /// The folders of a control group and of its parents, outermost first.
    private static func folders(in root: String, downTo path: Substring) -> [String] {
        var folders = [root]
        for name in path.split(separator: "/") where name != ".." {
            folders.append("\(folders[folders.count - 1])/\(name)")
        }
        return folders
    }

    /// Parses the memory of the machine from `/proc/meminfo`, in bytes.
    ///
    /// sysinfo(2), which Foundation asks, is refused by the filters of some containers, and may tell the memory
    /// of the host.
    private static func total(_ text: String?) -> Int? {
        let line = (text ?? "").split(separator: "\n").first { $0.hasPrefix("MemTotal:") }
        let words = (line ?? "").split(separator: " ")
        guard words.count == 3, words[2] == "kB", let count = Int(words[1]), count > 0 else {
            return nil
        }
        return count << 10
    }

    /// Parses a memory limit in bytes; nil for `max`, which means no limit.
    private static func byteCount(_ text: String?) -> Int? {
        guard let text, let value = Int(text.trimmingLineBreak), value > 0 else { return nil }
        return value
    }

    /// Parses a CPU limit, `quota period` in microseconds, as a number of cores; nil for no limit.
    private static func quota(_ text: String?) -> Double? {
        let parts = (text ?? "").trimmingLineBreak.split(separator: " ").map { Double($0) }
        guard parts.count == 2, let quota = parts[0], let period = parts[1], quota > 0, period > 0
        else { return nil }
        return quota / period
    }
}

extension String {
    /// The text without the line break at its end, if there is one.
    var trimmingLineBreak: String {
        guard let last, last.isNewline else { return self }
        return String(dropLast())
    }
}
