// SPDX-License-Identifier: Apache-2.0

/// What is done to a picture: the canonical, hashable list of steps, applied in order.
///
/// Everything in it is in pixels of the picture, and every style has become its numbers. Steps that
/// change nothing are left out, so requests that mean the same have equal plans and share one entry
/// of the cache.
public struct Plan: Hashable, Sendable {
    /// One step.
    public enum Step: Hashable, Sendable {
        /// The whole picture is filtered.
        case filter(Filter)
        /// Panes are laid on the picture, the last on top. All see the picture as it is before the
        /// first of them, so panes that are to see each other are steps of their own.
        case panes([Pane])
        /// A contact sheet takes the place of the picture.
        case gallery(Gallery)
    }

    /// The steps, in the order in which they are applied.
    public let steps: [Step]

    /// Creates a plan from steps in the order in which they are applied.
    public init(_ steps: [Step]) {
        self.steps = steps.filter { !$0.isIdentity }
    }

    /// Creates a plan that filters the whole picture.
    public init(filters: [Filter]) {
        self.init(filters.map(Step.filter))
    }

    /// Creates the plan of the short form: blur, then saturate.
    ///
    /// It is the order of UIBlurEffect's own chain and of the CSS idiom; blurring first clips
    /// least.
    public init(blur: GaussianBlur?, saturate: Saturation?) {
        var filters: [Filter] = []
        if let blur { filters.append(.blur(blur)) }
        if let saturate { filters.append(.color(.saturate(saturate.amount))) }
        self.init(filters: filters)
    }

    /// The filters, if nothing else is done.
    public var filters: [Filter]? {
        var filters: [Filter] = []
        for step in steps {
            guard case .filter(let filter) = step else { return nil }
            filters.append(filter)
        }
        return filters
    }

    /// The pictures that the plan needs, each once, in the order of their first use.
    public var resources: [ResourceID] {
        var seen: Set<ResourceID> = []
        return steps.flatMap(\.resources).filter { seen.insert($0).inserted }
    }

    /// The texts that are drawn, in their order.
    public var texts: [TextForm] {
        steps.flatMap { step -> [TextForm] in
            switch step {
            case .filter: []
            case .panes(let panes):
                panes.flatMap(\.contents).compactMap { content in
                    if case .text(let text) = content.form { text } else { nil }
                }
            case .gallery(let gallery): gallery.captions
            }
        }
    }
}

extension Plan.Step {
    /// Whether the step leaves every picture as it is.
    public var isIdentity: Bool {
        switch self {
        case .filter(let filter): filter.isIdentity
        case .panes(let panes): panes.allSatisfy(\.isIdentity)
        case .gallery: false
        }
    }

    /// The pictures that the step needs.
    public var resources: [ResourceID] {
        switch self {
        case .filter(let filter): filter.resources
        case .panes(let panes): panes.flatMap(\.resources)
        case .gallery(let gallery): gallery.cells.flatMap(\.filters).flatMap(\.resources)
        }
    }

    /// The canonical description.
    public var value: PlanValue {
        switch self {
        case .filter(let filter): filter.value
        case .panes(let panes): .record("panes", [.init("panes", .list(panes.map(\.value)))])
        case .gallery(let gallery): gallery.value
        }
    }
}

extension Plan: CustomStringConvertible {
    /// The canonical text of the plan, `none` when there is nothing to do.
    ///
    /// Equal texts mean equal plans; the text is part of what a result is cached under.
    public var description: String {
        steps.isEmpty ? "none" : steps.map(\.value.description).joined(separator: " ")
    }
}
