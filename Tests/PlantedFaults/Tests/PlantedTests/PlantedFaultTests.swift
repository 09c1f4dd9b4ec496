// SPDX-License-Identifier: Apache-2.0

import CPlanted
import Foundation
import Testing

/// One test for each fault; `Scripts/check` runs each alone, and expects a sanitizer's report.
@Suite
struct PlantedFaultTests {
    /// The largest number, which no compiler knows here.
    private var largest: Int32 { CommandLine.arguments.isEmpty ? 0 : .max }

    @Test
    func `sound code`() {
        #expect(cplanted_overflow(41) == 42)
    }

    @Test
    func `overread of C`() {
        #expect(cplanted_overread(24) >= -128)
    }

    @Test
    func `overflow of C`() {
        #expect(cplanted_overflow(largest) != 0)
    }

    @Test
    func `use after free in Swift`() {
        let block = UnsafeMutablePointer<Int>.allocate(capacity: 9)
        block.initialize(repeating: 1, count: 9)
        block.deallocate()
        #expect(block[4] != 1 << 60)
    }

    @Test
    func `leak in Swift`() {
        let cycle = Cycle()
        cycle.other = cycle
        #expect(cycle.other != nil)
    }

    @Test
    func `race in Swift`() {
        let counter = Counter()
        let threads = (0..<2).map { _ in
            Thread {
                for _ in 0..<10_000 { counter.count += 1 }; counter.ended.signal()
            }
        }
        for thread in threads { thread.start() }
        for _ in threads { counter.ended.wait() }
        #expect(counter.count > 0)
    }
}

/// An object that keeps itself.
private final class Cycle {
    var other: Cycle?
}

/// A number that two threads change without a lock.
private final class Counter {
    var count = 0
    let ended = DispatchSemaphore(value: 0)
}

// SAFETY: it is not safe; that is the fault.
extension Counter: @unchecked Sendable {}
