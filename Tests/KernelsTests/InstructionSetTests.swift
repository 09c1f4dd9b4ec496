// SPDX-License-Identifier: Apache-2.0

import Foundation
import KernelInterface
import Testing

@testable import Kernels

@Suite struct InstructionSetTests {
    // Other tests run meanwhile; their results do not depend on the variant.
    @Test func `is the fastest until another is chosen`() {
        #expect(InstructionSet.current == .fastest)
        for set in InstructionSet.supported {
            InstructionSet.use(set)
            #expect(InstructionSet.current == set)
        }
        InstructionSet.use(.fastest)
        #expect(InstructionSet.current == .fastest)
    }

    @Test func `has the specification and the baseline everywhere`() {
        #expect(InstructionSet.supported.prefix(2) == [.scalar, .vector])
        #expect(InstructionSet.fastest != .scalar)
    }

    @Test func `runs nothing that was not built`() {
        #expect(InstructionSet.supported.allSatisfy(InstructionSet.built.contains))
        #expect(InstructionSet.built.prefix(2) == [.scalar, .vector])
    }

    @Test func `has other kernels for each variant`() {
        let kernels = InstructionSet.supported.map { ObjectIdentifier($0.kernels) }
        #expect(Set(kernels).count == kernels.count)
    }

    #if arch(x86_64)
        private static let level4: Set = [
            "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl",
        ]

        /// The flags of `/proc/cpuinfo` that each level of x86-64 adds, as the kernel spells them.
        static let levels: [(variant: InstructionSet, flags: Set<String>)] = [
            (
                .avx2,
                [
                    "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave",
                ]
            ),
            (.avx512, level4),
            (.avx512vnni, level4.union(["avx512_vnni", "avx512vbmi"])),
        ]

        @Test func `finds what the system says of the processor`() throws {
            let text = try String(contentsOf: URL(filePath: "/proc/cpuinfo"), encoding: .utf8)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("flags") })
            let flags = Set(line.split(separator: " ").map(String.init))
            for level in Self.levels where InstructionSet.built.contains(level.variant) {
                #expect(
                    InstructionSet.supported.contains(level.variant)
                        == level.flags.isSubset(of: flags)
                )
            }
        }
    #endif
}
