// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Marks of the low-resolution samples that differ too much from the sample before them, or from
/// the one above.
package struct LowMarks: ~Copyable, Sendable {
    private let width: Int
    private var marks: Samples<UInt8>
    private let instructionSet: InstructionSet

    /// Creates rows without marks.
    ///
    /// - Parameters:
    ///   - width: The number of samples in a row.
    ///   - rowCount: The number of rows.
    ///   - instructionSet: The kernel variant to use.
    package init(width: Int, rowCount: Int, instructionSet: InstructionSet = .current) {
        self.width = width
        self.instructionSet = instructionSet
        marks = Samples(repeating: 0, count: width * rowCount)
    }

    /// The marks of a row; 0 for none.
    package func values(ofRow row: Int) -> [UInt8] {
        let span = marks.span((row * width)..<((row + 1) * width))
        return (0..<width).map { span[$0] }
    }

    /// Removes all marks.
    package mutating func clear() {
        let count = marks.count
        var marks = marks.mutableSpan(0..<count)
        marks.update(repeating: 0)
    }

    /// Marks samples that lie on another side of a range than a neighbor, or inside it.
    ///
    /// - Parameters:
    ///   - range: The range.
    ///   - samples: A row of samples.
    ///   - above: The row above.
    ///   - row: The index of the row.
    package mutating func markCrossings(
        of range: ClosedRange<UInt16>,
        in samples: Span<UInt16>,
        above: Span<UInt16>,
        row: Int
    ) {
        let kernels = instructionSet.kernels
        var marks = marks.mutableSpan((row * width)..<((row + 1) * width))
        kernels.markCrossings(
            samples,
            above: above,
            least: range.lowerBound,
            greatest: range.upperBound,
            in: &marks
        )
    }

    /// Marks samples that differ from a neighbor by more than a limit.
    ///
    /// - Parameters:
    ///   - limit: The greatest difference that is not marked.
    ///   - samples: A row of samples.
    ///   - above: The row above.
    ///   - row: The index of the row.
    package mutating func markSteps(
        over limit: UInt16,
        in samples: Span<UInt16>,
        above: Span<UInt16>,
        row: Int
    ) {
        let kernels = instructionSet.kernels
        var marks = marks.mutableSpan((row * width)..<((row + 1) * width))
        kernels.markSteps(samples, above: above, limit: limit, in: &marks)
    }
}
