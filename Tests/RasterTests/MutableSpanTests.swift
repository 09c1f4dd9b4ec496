// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

/// Copies of the elements of spans.
@Suite struct MutableSpanTests {
    private static func copy(_ source: [UInt16], at start: Int, to target: [UInt16]) -> [UInt16] {
        var result = target
        var span = result.mutableSpan
        span.copy(source.span, at: start)
        return result
    }

    @Test func `replaces elements from a place on`() {
        #expect(Self.copy([7, 8], at: 1, to: [1, 2, 3, 4]) == [1, 7, 8, 4])
        #expect(Self.copy([7, 8], at: 2, to: [1, 2, 3, 4]) == [1, 2, 7, 8])
        #expect(Self.copy([5, 6, 7, 8], at: 0, to: [1, 2, 3, 4]) == [5, 6, 7, 8])
    }

    @Test func `copies no elements`() {
        #expect(Self.copy([], at: 0, to: []) == [])
        #expect(Self.copy([], at: 2, to: [1, 2]) == [1, 2])
    }

    @Test func `refuses a copy that ends outside`() async {
        await #expect(processExitsWith: .failure) {
            _ = Self.copy([7, 8], at: 3, to: [1, 2, 3, 4])
        }
    }

    @Test func `refuses a copy that begins outside`() async {
        await #expect(processExitsWith: .failure) {
            _ = Self.copy([7], at: -1, to: [1, 2])
        }
    }
}
