// SPDX-License-Identifier: Apache-2.0

import Fetching
import Store

/// The facts about a picture of an origin.
struct FetchedFacts: Sendable {
    /// The facts about the picture.
    let facts: SourceFacts

    /// The marks of its version.
    let validators: OriginClient.Validators

    /// The time until which nobody need ask the origin.
    let end: ContinuousClock.Instant

    /// The time for which others may use a rendering without asking again, in seconds.
    let age: Int

    /// Creates facts that are fresh for a number of seconds from now on.
    init(_ facts: SourceFacts, _ validators: OriginClient.Validators, seconds: Int) {
        self.facts = facts
        self.validators = validators
        end = .now + .seconds(seconds)
        age = min(seconds, PictureSources.longestAge)
    }

    /// The picture, without its bytes.
    func found(_ way: SourceReadLabel) -> FoundPicture {
        FoundPicture(facts: facts, file: nil, way: way, age: age)
    }
}

extension PictureSources {
    /// A picture of an origin that is known and need not be asked for; nil for any other.
    func freshPicture(_ address: SourceAddress) -> FoundPicture? {
        guard let known = fetched.value(for: address), .now < known.end else { return nil }
        return known.found(.known)
    }

    /// Fetches a picture, or learns that the known one is still right.
    func picture(
        _ address: SourceAddress,
        by client: OriginClient,
        needsBytes: Bool
    ) throws(ServiceError) -> FoundPicture {
        let known = needsBytes ? nil : fetched.value(for: address)
        let receiver = try SourceReceiver(length: nil, limit: limits.byteCount, budget: budget)
        let answer: OriginClient.Answer
        do throws(FetchFault) {
            answer = try client.fetch(
                address.path,
                unless: known?.validators,
                within: limits.time
            ) { receiver.receive($0) }
        } catch {
            if error == .absent { fetched.remove(address) }
            // It throws the reason for which it took no more.
            if error == .stopped { _ = try receiver.finish() }
            throw .source(.reading(error))
        }
        switch answer {
        case .same(let seconds):
            guard let known else { throw .source(.reading(.refused(status: 304))) }
            let same = FetchedFacts(known.facts, known.validators, seconds: seconds)
            fetched.insert(same, for: address, cost: SourceFacts.cost)
            return same.found(.confirmed)
        case .new(let validators, let seconds):
            let found = try complete(receiver, age: min(seconds, Self.longestAge))
            let facts = FetchedFacts(found.facts, validators, seconds: seconds)
            fetched.insert(facts, for: address, cost: SourceFacts.cost)
            return found
        }
    }
}
