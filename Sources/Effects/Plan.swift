// SPDX-License-Identifier: Apache-2.0

/// What is done to a picture: the canonical, hashable list of steps, applied in order.
///
/// Steps that change nothing are left out, so requests that mean the same have equal plans and
/// share one entry of the cache.
public struct Plan: Hashable, Sendable {
    /// The steps, in the order in which they are applied.
    public let steps: [Effect]

    /// Creates a plan from steps in the order in which they are applied.
    public init(_ steps: [Effect]) {
        self.steps = steps.filter { !$0.isIdentity }
    }

    /// Creates the plan of the short form: blur, then saturate.
    ///
    /// It is the order of UIBlurEffect's own chain and of the CSS idiom; blurring first clips
    /// least.
    public init(blur: GaussianBlur?, saturate: Saturation?) {
        var steps: [Effect] = []
        if let blur { steps.append(.blur(blur)) }
        if let saturate { steps.append(.saturate(saturate)) }
        self.init(steps)
    }
}

extension Plan: CustomStringConvertible {
    /// The canonical text of the plan, `none` when there is nothing to do.
    ///
    /// Equal texts mean equal plans; the text is part of what a result is cached under.
    public var description: String {
        steps.isEmpty ? "none" : steps.map(\.description).joined(separator: " ")
    }
}
