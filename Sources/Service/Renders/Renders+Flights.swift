// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

extension Renders {
    /// Starts a rendering whose result goes to the readers of a producer.
    ///
    /// - Parameters:
    ///   - rendering: The rendering.
    ///   - producer: Takes the bytes of the result, and passes them to its readers.
    ///   - flight: Takes the times and the damage of the rendering.
    ///   - request: The request that began the rendering; the log gives it as the cause of a
    ///     failure.
    func start(
        _ rendering: RenderRequest,
        _ producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        for request: RequestContext
    ) {
        let (digest, policy) = (rendering.digest, rendering.parameters.damage)
        let selection = rendering.renderer.source.selection
        let (key, mediaType) = (rendering.key, rendering.format.mediaType)
        let keepsBehind =
            images.store != nil && !rendering.isRedacted && !request.directives.keepsNothing
        if let failure = knownFailure(of: rendering) { return producer.fail(failure) }
        let (estimate, pictures) = (rendering.renderer.estimate, rendering.pictures)
        let owner = request.caller
        if let refusal = admission.overruns.refusal(of: pictures, at: estimate, from: owner) {
            return producer.fail(refusal)
        }
        // Counted only here, because results from the store cost no quota.
        request.count(pixels: rendering.pixelCount)
        let cancellation = Cancellation(deadline: .now + admission.deadline)
        producer.onAbandoned { cancellation.cancel() }
        let hold = AnswerHold(rendering)
        let damage = rendering.renderer.source.header.damage
        let amounts = RenderAmounts(rendering.renderer)
        if hold.isNeeded { producer.hold() }
        let session = rendering.renderer.makeSession(
            cancellation: cancellation,
            pool: admission.pool
        ) {
            [metrics] chunk throws(SinkClosed) in
            // Before the result grows, so that no answer begins without it.
            flight.damage = cancellation.damage
            metrics.countWritten(byteCount: chunk.count)
            do { try producer.append(chunk) } catch { throw SinkClosed() }
        }
        do throws(AdmissionError) {
            try admission.prices.check(estimate, pixelCount: rendering.decodedPixelCount)
            try admission.pool.submit(
                Price.reservation(for: rendering.renderer),
                from: owner,
                cancellation: cancellation,
                work: { [metrics, admission, requestID = request.names.id] turn in
                    if flight.waited == nil {
                        metrics.recordWait(turn.waited)
                        // Others of the caller may have overrun while this one waited.
                        if let refusal = admission.overruns.refusal(
                            of: pictures,
                            at: estimate,
                            from: owner
                        ) {
                            producer.fail(refusal)
                            return .planned
                        }
                    }
                    flight.waited = turn.waited
                    // The time in which the rendering waited for slow readers.
                    cancellation.extendDeadline(by: flight.unpark())
                    return Self.advance(session, turn, cancellation, into: producer, hold, flight) {
                        [self] timings in
                        metrics.count(amounts, timings)
                        // No reader is left that could be told about an error here.
                        let metadata = ResultMetadata(
                            timings: timings,
                            damage: flight.damage,
                            mediaType: mediaType,
                            firstUse: keepsBehind ? FirstUse() : nil
                        )
                        if (try? producer.finish(metadata)) == true { noteMade(key, metadata) }
                    } onFailure: {
                        error in
                        metrics.count(error)
                        admission.monitoring.log.write(
                            failure: error,
                            of: cancellation,
                            requestID: requestID
                        )
                        admission.overruns.note(
                            error,
                            of: pictures,
                            at: estimate,
                            from: owner,
                            after: turn.spent
                        )
                        guard let resource = cancellation.failedResource else {
                            let failure = error.explained(by: damage)
                            admission.failures.note(
                                failure,
                                of: digest,
                                taking: selection,
                                under: policy
                            )
                            return .render(failure)
                        }
                        if let picture = Digest(hex: resource.digest) {
                            admission.failures.note(error, of: picture, under: policy)
                        }
                        return .picture(resource, error)
                    }
                },
                refused: { [metrics, admission] error in
                    metrics.count(error)
                    admission.saturation.note(error)
                    producer.fail(ServiceError.admission(error))
                }
            )
            admission.saturation.noteAdmission()
        } catch {
            metrics.count(error)
            admission.saturation.note(error)
            producer.fail(ServiceError.admission(error))
        }
    }

    /// The remembered error of a picture of the rendering that cannot be decoded; nil for none.
    private func knownFailure(of request: RenderRequest) -> ServiceError? {
        let policy = request.parameters.damage
        if let failure = admission.failures.failure(
            of: request.digest,
            taking: request.renderer.source.selection,
            under: policy
        ) {
            return .render(failure)
        }
        for resource in request.resources {
            guard let picture = Digest(hex: resource.digest),
                let failure = admission.failures.failure(of: picture, under: policy)
            else { continue }
            return .picture(resource, failure)
        }
        return nil
    }

    /// Renders until the result is complete, until its readers have to catch up, or until a much
    /// shorter rendering waits for a worker.
    ///
    /// `onFailure` returns the error that the readers are told.
    private static func advance(
        _ session: RenderSession,
        _ turn: WorkerPool.Turn,
        _ work: Cancellation,
        into producer: ResultProducer<ResultMetadata>,
        _ hold: AnswerHold,
        _ flight: RenderFlight,
        onEnd: (RenderTimings) -> Void,
        onFailure: (RenderError) -> ServiceError
    ) -> WorkerPool.Outcome {
        do throws(RenderError) {
            while !producer.isCrowded {
                if turn.shouldYield { return .interrupted }
                guard case .finished(let timings) = try session.step() else {
                    if hold.ends(with: session) { producer.release() }
                    continue
                }
                flight.damage = work.damage
                flight.timings = timings
                onEnd(timings)
                return .done
            }
            flight.park()
            return .parked { resume in producer.whenRoom(resume) }
        } catch {
            producer.fail(onFailure(error))
            return .failed
        }
    }
}

extension RenderError {
    /// Replaces the error of corrupt pixels by ``CodecError/truncated`` if the file has no end
    /// marker.
    ///
    /// The decoder of a JPEG without its end marker, which is tolerated, fails only where blocks are
    /// missing, and calls that corrupt.
    fileprivate func explained(by damage: Set<Damage>) -> RenderError {
        guard case .codec(.corrupt(.pixels(_))) = self, damage.contains(.missingEnd) else {
            return self
        }
        return .codec(.truncated)
    }
}

extension RenderRequest {
    /// The pictures that the rendering reads, and the damage that decoding tolerates.
    fileprivate var pictures: Overruns.Name {
        Overruns.Name(
            picture: digest,
            selection: renderer.source.selection,
            policy: parameters.damage,
            others: Set(resources)
        )
    }
}
