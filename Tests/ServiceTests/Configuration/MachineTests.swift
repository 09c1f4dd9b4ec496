// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite struct MachineTests {
    static func machine(_ files: [String: String]) -> Machine {
        Machine(coreCount: 8, memoryByteCount: 1_000_000, readingFile: { files[$0] })
    }

    @Test func `is the machine itself without control groups`() {
        #expect(Self.machine([:]) == Machine(coreCount: 8, memoryByteCount: 1_000_000))
    }

    @Test func `follows the limits of version 2`() {
        let machine = Self.machine([
            "/proc/self/cgroup": "0::/\n",
            "/sys/fs/cgroup/memory.max": "500000\n",
            "/sys/fs/cgroup/cpu.max": "150000 100000\n",
        ])
        #expect(machine == Machine(coreCount: 2, memoryByteCount: 500_000))
    }

    @Test func `follows the tightest limit of the groups above`() {
        let machine = Self.machine([
            "/proc/self/cgroup": "0::/system.slice/frostpane.service\n",
            "/sys/fs/cgroup/system.slice/memory.max": "300000\n",
            "/sys/fs/cgroup/system.slice/frostpane.service/memory.max": "400000\n",
            "/sys/fs/cgroup/system.slice/frostpane.service/cpu.max": "max 100000\n",
        ])
        #expect(machine == Machine(coreCount: 8, memoryByteCount: 300_000))
    }

    @Test func `follows the memory limit of version 1`() {
        let machine = Self.machine([
            "/proc/self/cgroup": "5:cpu,cpuacct:/a\n3:memory:/docker/abc\n",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes": "200000\n",
        ])
        #expect(machine.memoryByteCount == 200_000)
    }

    @Test(arguments: [
        ("50000", "100000", 1), ("150000", "100000", 2), ("400000", "100000", 4),
        ("-1", "100000", 8),
        ("900000", "100000", 8), ("100", "0", 8), ("25000", "50000", 1), ("", "", 8),
    ])
    func `follows the quota of version 1, rounded up`(quota: String, period: String, cores: Int) {
        for folder in ["cpu", "cpu,cpuacct"] {
            let machine = Self.machine([
                "/proc/self/cgroup": "7:pids:/a\n5:cpu,cpuacct:/docker/abc\n3:memory:/docker/abc\n",
                "/sys/fs/cgroup/\(folder)/cpu.cfs_quota_us": quota + "\n",
                "/sys/fs/cgroup/\(folder)/cpu.cfs_period_us": period + "\n",
            ])
            #expect(machine == Machine(coreCount: cores, memoryByteCount: 1_000_000))
        }
    }

    @Test func `follows the tightest quota of the groups above, in version 1`() {
        let machine = Self.machine([
            "/proc/self/cgroup": "5:cpuacct,cpu:/pods/frostpane\n",
            "/sys/fs/cgroup/cpu/pods/cpu.cfs_quota_us": "250000\n",
            "/sys/fs/cgroup/cpu/pods/cpu.cfs_period_us": "100000\n",
            "/sys/fs/cgroup/cpu/pods/frostpane/cpu.cfs_quota_us": "600000\n",
            "/sys/fs/cgroup/cpu/pods/frostpane/cpu.cfs_period_us": "100000\n",
        ])
        #expect(machine.coreCount == 3)
    }

    @Test(arguments: [("50000 100000", 1), ("200000 100000", 2), ("200001 100000", 3)])
    func `rounds a quota of version 2 up to whole cores`(quota: String, cores: Int) {
        let machine = Self.machine([
            "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": quota + "\n",
        ])
        #expect(machine.coreCount == cores)
    }

    @Test func `takes the memory of the machine from the kernel's list`() {
        let machine = Self.machine(["/proc/meminfo": "MemTotal:        2048 kB\nMemFree: 5 kB\n"])
        #expect(machine.memoryByteCount == 2048 << 10)
    }

    @Test(arguments: ["", "MemTotal: many kB\n", "MemTotal:  0 kB\n", "MemTotal: 2048\n"])
    func `takes no memory from a list that has none`(text: String) {
        #expect(Self.machine(["/proc/meminfo": text]).memoryByteCount == 1_000_000)
    }

    @Test(arguments: ["max\n", "", "-5\n", "many\n", "9223372036854771712\n"])
    func `takes no limit from a text that is none`(text: String) {
        let machine = Self.machine([
            "/proc/self/cgroup": "0::/\n",
            "/sys/fs/cgroup/memory.max": text,
            "/sys/fs/cgroup/cpu.max": text,
        ])
        #expect(machine == Machine(coreCount: 8, memoryByteCount: 1_000_000))
    }

    @Test(arguments: [
        (1_024, 24 << 30, 720), (65_536, 24 << 30, 61_440), (1 << 30, 1 << 40, 65_536),
        (65_536, 256 << 20, 1_024), (64, 24 << 30, 16),
    ])
    func `has room for connections as it has descriptors and memory`(
        descriptors: Int,
        memory: Int,
        connections: Int
    ) {
        let machine = Machine(
            coreCount: 1,
            memoryByteCount: memory,
            descriptorLimit: descriptors
        )
        #expect(machine.connectionLimit == connections)
    }

    @Test func `keeps at least one core`() {
        let machine = Self.machine([
            "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "1000 100000\n",
        ])
        #expect(machine.coreCount == 1)
    }
}
