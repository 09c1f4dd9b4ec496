// SPDX-License-Identifier: Apache-2.0

extension AccessControl {
    /// Whether the head of a response may be stored, and sent unchanged for later equal requests.
    ///
    /// It may not where the time until an address or a picture expires limits `max-age`.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - expiry: The time from which on a picture of the answer is not kept; nil for never.
    /// - Returns: Whether it is.
    func isLasting(_ context: RequestContext, until expiry: Int?) -> Bool {
        if context.access.signature?.expiry == nil && expiry == nil { return true }
        return context.preset == nil && longestAge == Freshness.yearAge
    }

    /// The caching rules of a response whose address names its picture by digest.
    ///
    /// It never changes, so it may be cached until its address or a picture expires; only by the client if a
    /// token is required. A preset may change, so that its renderings are used for an hour at most.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - expiry: The time from which on a picture of the content is not kept; nil for never.
    /// - Returns: The freshness.
    func freshness(for context: RequestContext, until expiry: Int?) -> Freshness {
        let isPublic = isShared(context)
        let end = earliest(expiry, context.access.signature?.expiry)
        guard context.preset != nil else {
            return .unchanging(isPublic: isPublic, until: end, age: longestAge)
        }
        return brief(isPublic, until: end)
    }

    /// The caching rules of a rendering of a source's picture, fresh for `age` seconds at most.
    func freshness(
        ofSource age: Int,
        for context: RequestContext,
        until expiry: Int?
    ) -> Freshness {
        let end = earliest(expiry, context.access.signature?.expiry)
        return brief(isShared(context), until: end, age: age)
    }

    /// The caching rules of a link's rendering, fresh for an hour at most, as links may be deleted.
    ///
    /// Without a link, those of content that is addressed by its digest.
    func freshness(of link: Link?, for context: RequestContext, until expiry: Int?) -> Freshness {
        guard let link else { return freshness(for: context, until: expiry) }
        let end = earliest(expiry, link.expiry, context.access.signature?.expiry)
        return brief(isShared(context), until: end)
    }

    private func brief(
        _ isPublic: Bool,
        until end: Int?,
        age: Int = Freshness.briefAge
    ) -> Freshness {
        .brief(
            isPublic: isPublic,
            until: end,
            age: min(age, longestAge),
            stale: Int(caching.staleTime.components.seconds)
        )
    }

    /// The longest time for which any response is fresh, in seconds.
    private var longestAge: Int { Int(caching.maxAge.components.seconds) }

    /// The earliest of some expiry times; nil if none of them expires.
    private func earliest(_ times: Int?...) -> Int? { times.compactMap { $0 }.min() }

}
