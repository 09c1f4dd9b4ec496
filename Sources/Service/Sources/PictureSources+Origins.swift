// SPDX-License-Identifier: Apache-2.0

import Fetching
import Store

/// The remembered facts about a picture of a web server, and the time until which they are fresh.
struct FetchedFacts: Sendable {
    /// The digest and the header of the picture.
    let image: StoredImage

    /// The validators of the fetched version: the `ETag` and the date of the web server's answer.
    let validators: OriginClient.Validators

    /// The time until which the facts are fresh, so that the web server is not asked.
    let end: ContinuousClock.Instant

    /// The greatest `max-age` of answers with a rendering of the picture, in seconds.
    let age: Int

    /// Creates facts that are fresh for a number of seconds from now on.
    init(_ image: StoredImage, _ validators: OriginClient.Validators, seconds: Int) {
        self.image = image
        self.validators = validators
        end = .now + .seconds(seconds)
        age = min(seconds, PictureSources.longestAge)
    }

    /// Returns the picture without its contents, as found in a given way.
    func found(_ way: SourceReadLabel) -> SourceRead {
        SourceRead(image: image, way: way, age: age)
    }
}

extension PictureSources {
    /// The remembered picture at an address while its facts are fresh; nil otherwise.
    func freshPicture(_ address: SourceAddress) -> SourceRead? {
        guard let known = fetched.value(for: address), .now < known.end else { return nil }
        return known.found(.known)
    }

    /// Fetches a picture from its web server, unless the server confirms the remembered version.
    func picture(
        _ address: SourceAddress,
        by client: OriginClient,
        needsBytes: Bool
    ) throws(ServiceError) -> SourceRead {
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
            if error.isAbsence { fetched.remove(address) }
            // The receiver throws the reason for which it took no more bytes.
            if error == .stopped { _ = try receiver.finish() }
            throw .source(.reading(error))
        }
        switch answer {
        case .same(let seconds):
            guard let known else { throw .source(.reading(.redirected(status: 304))) }
            let same = FetchedFacts(known.image, known.validators, seconds: seconds)
            fetched.insert(same, for: address, cost: Self.factsCost)
            return same.found(.confirmed)
        case .new(let validators, let seconds):
            let found = try complete(receiver, age: min(seconds, Self.longestAge))
            let facts = FetchedFacts(found.image.facts, validators, seconds: seconds)
            fetched.insert(facts, for: address, cost: Self.factsCost)
            return found
        }
    }
}
