// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Marks on windows of three by three low-resolution samples in which a color filter is not linear.
///
/// A mark lies at the last sample of its window.
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

    /// Returns the marks of a row, a number for each sample; 0 for no mark.
    package func values(ofRow row: Int) -> [UInt8] {
        var values = [UInt8](repeating: 0, count: width)
        var target = values.mutableSpan
        target.copy(marks.span((row * width)..<((row + 1) * width)))
        return values
    }

    /// Removes all marks.
    package mutating func clear() {
        let count = marks.count
        var marks = marks.mutableSpan(0..<count)
        marks.update(repeating: 0)
    }

    /// Marks windows in which the average of limited samples may differ from the limited average by
    /// more than a tolerance.
    ///
    /// - Parameters:
    ///   - range: The range.
    ///   - tolerance: The greatest difference that is not marked.
    ///   - samples: A row of samples.
    ///   - above: The row above.
    ///   - top: The row above that.
    ///   - row: The index of the row.
    package mutating func markBends(
        at range: ClosedRange<UInt16>,
        tolerance: UInt16,
        in samples: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        row: Int
    ) {
        let kernels = instructionSet.kernels
        var marks = marks.mutableSpan((row * width)..<((row + 1) * width))
        let limits = BendLimits(range, tolerance: tolerance)
        kernels.markBends(samples, above: above, top: top, limits: limits, in: &marks)
    }

    /// Marks windows in which two neighboring samples differ by more than a limit.
    ///
    /// - Parameters:
    ///   - limit: The greatest difference that is not marked.
    ///   - samples: A row of samples.
    ///   - above: The row above.
    ///   - top: The row above that.
    ///   - row: The index of the row.
    package mutating func markSteps(
        over limit: UInt16,
        in samples: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        row: Int
    ) {
        let kernels = instructionSet.kernels
        var marks = marks.mutableSpan((row * width)..<((row + 1) * width))
        kernels.markSteps(samples, above: above, top: top, limit: limit, in: &marks)
    }
}
