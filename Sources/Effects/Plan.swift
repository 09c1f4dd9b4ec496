// SPDX-License-Identifier: Apache-2.0

/// The steps that change an image, in order, with all lengths in pixels.
///
/// A plan is the canonical form of a request. Lengths in points and percent, names of styles and
/// defaults are resolved to numbers, and steps without effect are left out. So requests with the
/// same meaning have equal plans, and share one cache entry:
///
///     let blur = try GaussianBlur(sigma: 20)
///     let plan = Plan(blur: blur, saturate: try Saturation(amount: 1.8))
///     plan == Plan([.filter(.blur(blur)), .filter(.color(.saturate(1.8)))])  // true
///     Plan(blur: try GaussianBlur(sigma: 0), saturate: nil).steps.isEmpty    // true
///     plan.description  // "blur(sigma 20 edge clamp) saturate(amount 1.8)"
///
/// No step of a plan is an identity. Equal plans have equal descriptions, and different plans have
/// different ones: the description is part of the key of a result, so a filter must write all of
/// its parameters into its ``Filter/value``.
///
/// A plan is a value of numbers and names. It refers to other images, such as masks, by their
/// digests (``resources``), and holds no samples. Creating, comparing and describing it takes time
/// in proportion to its steps, so event loops create the plans of short requests.
///
/// A plan knows neither the image nor its format. Whether its panes and crops lie inside the image,
/// and the cost of its steps, is decided by the renderer. The order of steps is never changed, and
/// steps are not merged here: two blurs in a row are two steps.
package struct Plan: Hashable, Sendable {
    /// A step that changes the geometry, the colors or the content of an image.
    package enum Step: Hashable, Sendable {
        /// Crops, resizes, turns or pads the image.
        case reshape(Reshaping)
        /// Filters the whole image.
        case filter(Filter)
        /// Draws panes of glass on the image, the last one on top.
        ///
        /// All panes of a step see the image before the step. Panes that see each other are
        /// separate steps.
        case panes([Pane])
        /// Makes the image transparent outside of a shape, whose lengths are in pixels or percent.
        case clip(ClipShape)
        /// Replaces the image by a contact sheet.
        case gallery(Gallery)
    }

    /// The steps, in the order in which they are applied.
    package let steps: [Step]

    /// Creates a plan from steps in the order in which they are applied; steps without effect are
    /// left out.
    package init(_ steps: [Step]) {
        self.steps = steps.filter { !$0.isIdentity }
    }

    /// Creates a plan that filters the whole image.
    package init(filters: [Filter]) {
        self.init(filters.map(Step.filter))
    }

    /// Creates the plan of a request with only a blur and a saturation: blur, then saturate.
    ///
    /// UIBlurEffect and common CSS use the same order. Blurring first clips the least.
    package init(blur: GaussianBlur?, saturate: Saturation?) {
        var filters: [Filter] = []
        if let blur { filters.append(.blur(blur)) }
        if let saturate { filters.append(.color(.saturate(saturate.amount))) }
        self.init(filters: filters)
    }

    /// The filters of a plan that only filters the whole image; nil if it has other steps.
    package var filters: [Filter]? {
        var filters: [Filter] = []
        for step in steps {
            guard case .filter(let filter) = step else { return nil }
            filters.append(filter)
        }
        return filters
    }

    /// The identifiers of the images that the plan uses in addition to the source, each once, in
    /// the order of first use.
    package var resources: [ResourceID] {
        var seen: Set<ResourceID> = []
        return steps.flatMap(\.resources).filter { seen.insert($0).inserted }
    }

    /// All texts that the plan draws, in drawing order.
    package var texts: [TextForm] {
        steps.flatMap { step -> [TextForm] in
            switch step {
            case .reshape, .filter, .clip: []
            case .panes(let panes): panes.flatMap(\.contents).flatMap(\.texts)
            case .gallery(let gallery): gallery.captions
            }
        }
    }
}

extension Plan.Step {
    /// Whether the step never changes an image.
    package var isIdentity: Bool {
        switch self {
        case .reshape(let reshaping): reshaping.isIdentity
        case .filter(let filter): filter.isIdentity
        case .panes(let panes): panes.allSatisfy(\.isIdentity)
        case .clip(let shape): shape.isIdentity
        case .gallery: false
        }
    }

    /// The identifiers of the images that the step uses in addition to the source.
    package var resources: [ResourceID] {
        switch self {
        case .reshape(let reshaping): reshaping.resources
        case .filter(let filter): filter.resources
        case .panes(let panes): panes.flatMap(\.resources)
        case .clip: []
        case .gallery(let gallery): gallery.cells.flatMap(\.filters).flatMap(\.resources)
        }
    }

    /// The step's name and parameters as a canonical value, for cache keys.
    package var value: PlanValue {
        switch self {
        case .reshape(let reshaping): reshaping.value
        case .filter(let filter): filter.value
        case .panes(let panes): .record("panes", [.init("panes", .list(panes.map(\.value)))])
        case .clip(let shape): .record("clip", [.init("shape", shape.value)])
        case .gallery(let gallery): gallery.value
        }
    }
}

extension Plan: CustomStringConvertible {
    /// The steps as text, for cache keys; `none` for an empty plan.
    ///
    /// Equal texts mean equal plans. The text is part of the cache key of a result.
    package var description: String {
        steps.isEmpty ? "none" : steps.map(\.value.description).joined(separator: " ")
    }
}
