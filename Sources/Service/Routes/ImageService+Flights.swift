// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Store

extension ImageService {
    /// Starts a rendering, whose result goes to the producer's readers.
    ///
    /// - Parameters:
    ///   - request: The rendering.
    ///   - producer: Takes the result.
    ///   - flight: Takes the times.
    ///   - context: The request that began the rendering; the log gives it as the cause of a
    ///     failure.
    func start(
        _ request: RenderRequest,
        _ producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        for context: RequestContext
    ) {
        let cancellation = Cancellation(deadline: .now + configuration.deadline)
        producer.onAbandoned { cancellation.cancel() }
        let hold = AnswerHold(request.renderer)
        if hold.isNeeded { producer.hold() }
        let session = request.renderer.makeSession(cancellation: cancellation, pool: pool) {
            chunk throws(SinkClosed) in
            do { try producer.append(chunk) } catch { throw SinkClosed() }
        }
        do throws(AdmissionError) {
            let estimate = request.renderer.estimate
            try prices.check(estimate, pixelCount: request.renderer.source.pixelCount)
            try pool.submit(
                estimate,
                from: caller(of: context),
                cancellation: cancellation,
                work: { [log, requestID = context.names.id] turn in
                    flight.waited = turn.waited
                    // The time in which the rendering waited for slow readers.
                    cancellation.extendDeadline(by: flight.unpark())
                    return Self.advance(session, turn, into: producer, hold, flight) { error in
                        log.write(failure: error, of: cancellation, requestID: requestID)
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

    /// Renders until the result is complete, until its readers have to catch up, or until a much
    /// shorter rendering waits for a worker.
    private static func advance(
        _ session: RenderSession,
        _ turn: WorkerPool.Turn,
        into producer: ResultProducer<ResultMetadata>,
        _ hold: AnswerHold,
        _ flight: RenderFlight,
        onFailure: (RenderError) -> Void
    ) -> WorkerPool.Outcome {
        do throws(RenderError) {
            while !producer.isCrowded {
                if turn.shouldYield { return .interrupted }
                guard case .finished(let timings) = try session.step() else {
                    if hold.ends(with: session) { producer.release() }
                    continue
                }
                flight.timings = timings
                // No reader is left that could be told about an error here.
                _ = try? producer.finish(ResultMetadata(timings: timings))
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
