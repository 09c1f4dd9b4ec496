// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func widen(
        toContain samples: Span<UInt8>,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    ) {
        for x in 0..<samples.count {
            least[x] = min(least[x], samples[x])
            greatest[x] = max(greatest[x], samples[x])
        }
    }

    package static func widen(
        byDistance distance: Int,
        least: inout MutableSpan<UInt8>,
        greatest: inout MutableSpan<UInt8>
    ) {
        precondition(distance > 0, "the distance must be positive")
        for x in 0..<max(0, least.count - distance) {
            least[x] = min(least[x], least[x + distance])
            greatest[x] = max(greatest[x], greatest[x + distance])
        }
    }
}
