// SPDX-License-Identifier: Apache-2.0

/// The blurs of one to four channels.
///
/// They are separate properties because arrays cannot hold noncopyable types.
struct ChannelBlurs: ~Copyable, Sendable {
    private var first: PlaneBlur
    private var second: PlaneBlur?
    private var third: PlaneBlur?
    private var fourth: PlaneBlur?

    init(plan: PlanePlan, count: Int, instructionSet: InstructionSet) {
        first = PlaneBlur(plan: plan, instructionSet: instructionSet)
        second = count > 1 ? PlaneBlur(plan: plan, instructionSet: instructionSet) : nil
        third = count > 2 ? PlaneBlur(plan: plan, instructionSet: instructionSet) : nil
        fourth = count > 3 ? PlaneBlur(plan: plan, instructionSet: instructionSet) : nil
    }

    /// Whether the next rows of the results need more input rows.
    var isHungry: Bool { first.isHungry }

    /// Takes rows of one plane, as far as there is room, and returns their number.
    mutating func push(_ rows: Span<UInt16>, stride: Int, count: Int, to plane: Int) -> Int {
        switch plane {
        case 0: first.push(rows, stride: stride, count: count)
        case 1: second?.push(rows, stride: stride, count: count) ?? 0
        case 2: third?.push(rows, stride: stride, count: count) ?? 0
        default: fourth?.push(rows, stride: stride, count: count) ?? 0
        }
    }

    /// Writes rows of one plane, as many as are ready and fit, and returns their number.
    mutating func pull(
        _ plane: Int,
        into rows: inout MutableSpan<UInt16>,
        stride: Int,
        limit: Int
    ) -> Int {
        switch plane {
        case 0: first.pull(into: &rows, stride: stride, limit: limit)
        case 1: second?.pull(into: &rows, stride: stride, limit: limit) ?? 0
        case 2: third?.pull(into: &rows, stride: stride, limit: limit) ?? 0
        default: fourth?.pull(into: &rows, stride: stride, limit: limit) ?? 0
        }
    }
}
