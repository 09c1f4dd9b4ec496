// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Platform

/// The use of resources by the process, as the kernel counts it.
///
/// Reference: proc(5), `/proc/pid/stat` and `/proc/stat`.
struct ProcessFacts: Sendable {
    /// The processor time of all threads, in seconds.
    var processorSeconds = 0.0
    /// The time when the process began, in seconds since 1970.
    var startSeconds = 0.0
    /// The size of the address space, in bytes.
    var virtualByteCount = 0
    /// The memory that the process has in use, in bytes.
    var residentByteCount = 0
    /// The number of threads.
    var threadCount = 0
    /// The number of open file descriptors.
    var descriptorCount = 0
    /// The number of file descriptors that may be open.
    var descriptorLimit = 0

    /// The current use of resources by this process.
    static var current: ProcessFacts {
        var facts = ProcessFacts(
            stat: text(at: "/proc/self/stat"),
            system: text(at: "/proc/stat"),
            ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))),
            pageByteCount: sysconf(Int32(_SC_PAGESIZE))
        )
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        // One of them reads the folder.
        facts.descriptorCount = max(0, (descriptors?.count ?? 1) - 1)
        facts.descriptorLimit = Syscall.descriptorLimit()
        return facts
    }

    /// Parses the kernel's files about the process; a missing value is zero.
    init(stat: String, system: String, ticksPerSecond: Double, pageByteCount: Int) {
        // The name of the program comes before, in parentheses, and may have any character.
        guard let end = stat.lastIndex(of: ")") else { return }
        // The first of these is the third field of the file.
        let fields = stat[end...].split(separator: " ").dropFirst().map { Int($0) ?? 0 }
        func field(_ number: Int) -> Int {
            fields.indices.contains(number - 3) ? fields[number - 3] : 0
        }
        processorSeconds = Double(field(14) + field(15)) / ticksPerSecond
        threadCount = field(20)
        virtualByteCount = field(23)
        residentByteCount = field(24) * pageByteCount
        let boot = system.split(whereSeparator: \.isNewline).first { $0.hasPrefix("btime ") }
        let booted = boot.flatMap { Double($0.dropFirst(6)) } ?? 0
        startSeconds = booted + Double(field(22)) / ticksPerSecond
    }

    private static func text(at path: String) -> String {
        (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }
}
