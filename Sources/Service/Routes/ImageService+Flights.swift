// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

extension ImageService {
    /// Starts a rendering, whose result goes to the producer's readers.
    ///
    /// - Parameters:
    ///   - request: The rendering.
    ///   - producer: Takes the result.
    ///   - flight: Takes the times.
    ///   - requestID: The name of the request that the log gives as the cause of a failure.
    func start(
        _ request: RenderRequest,
        _ producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        requestID: String
    ) {
        let (digest, policy) = (request.digest, request.parameters.damage)
        let pictures =
            [digest] + request.renderer.plan.resources.compactMap { Digest(hex: $0.digest) }
        if let failure = failures.failure(of: pictures, under: policy) {
            return producer.fail(ServiceError.render(failure))
        }
        let cancellation = Cancellation(deadline: .now + configuration.deadline)
        producer.onAbandoned { cancellation.cancel() }
        let session = request.renderer.makeSession(cancellation: cancellation, pool: pool) {
            chunk throws(SinkClosed) in
            // Before the result grows, so that no answer begins without it.
            flight.damage = cancellation.damage
            do { try producer.append(chunk) } catch { throw SinkClosed() }
        }
        do throws(AdmissionError) {
            try pool.submit(
                request.renderer.estimate,
                cancellation: cancellation,
                work: { [log, failures] waited in
                    flight.waited = waited
                    // The time in which the rendering waited for slow readers.
                    cancellation.extendDeadline(by: flight.unpark())
                    return Self.advance(session, cancellation, into: producer, flight) { error in
                        log.write(failure: error, of: cancellation, requestID: requestID)
                        let resource = cancellation.failedResource.flatMap {
                            Digest(hex: $0.digest)
                        }
                        failures.note(error, of: resource ?? digest, under: policy)
                    }
                },
                refused: { [saturation] error in
                    saturation.note(error)
                    producer.fail(ServiceError.admission(error))
                }
            )
            saturation.noteAdmission()
        } catch {
            saturation.note(error)
            producer.fail(ServiceError.admission(error))
        }
    }

    /// Renders until the result is complete, or until its readers have to catch up.
    private static func advance(
        _ session: RenderSession,
        _ work: Cancellation,
        into producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        onFailure: (RenderError) -> Void
    ) -> WorkerPool.Outcome {
        do throws(RenderError) {
            while !producer.isCrowded {
                let progress = try session.step()
                guard case .finished(let timings) = progress else { continue }
                flight.damage = work.damage
                flight.timings = timings
                // No reader is left that could be told about an error here.
                let metadata = ResultMetadata(timings: timings, damage: flight.damage)
                _ = try? producer.finish(metadata)
                return .done
            }
            flight.park()
            return .parked { resume in producer.whenRoom(resume) }
        } catch {
            onFailure(error)
            producer.fail(ServiceError.render(error))
            return .failed
        }
    }
}
