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
    ///   - requestID: The name of the request that the log gives as the cause of a failure.
    func start(
        _ request: RenderRequest,
        _ producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        requestID: String
    ) {
        let cancellation = Cancellation(deadline: .now + configuration.deadline)
        producer.onAbandoned { cancellation.cancel() }
        let session = request.renderer.makeSession(cancellation: cancellation, pool: pool) {
            chunk throws(SinkClosed) in
            do { try producer.append(chunk) } catch { throw SinkClosed() }
        }
        do throws(AdmissionError) {
            try pool.submit(
                request.renderer.estimate,
                cancellation: cancellation,
                work: { [log] waited in
                    flight.waited = waited
                    // The time in which the rendering waited for slow readers.
                    cancellation.extendDeadline(by: flight.unpark())
                    return Self.advance(session, into: producer, flight) { error in
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

    /// Renders until the result is complete, or until its readers have to catch up.
    private static func advance(
        _ session: RenderSession,
        into producer: ResultProducer<ResultMetadata>,
        _ flight: RenderFlight,
        onFailure: (RenderError) -> Void
    ) -> WorkerPool.Outcome {
        do throws(RenderError) {
            while !producer.isCrowded {
                guard case .finished(let timings) = try session.step() else { continue }
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
