// SPDX-License-Identifier: Apache-2.0

import Typesetting

/// Draws texts on shared memory, in a typesetting process.
enum TypesettingRunner {
    /// Lays out and draws all texts of a job, whose planes are still all zeros.
    ///
    /// - Parameters:
    ///   - job: The job, whose ranges lie within the memory.
    ///   - memory: The memory.
    /// - Returns: The reply, with an outcome for each text.
    static func run(_ job: TypesettingJob, _ memory: SharedMemory) -> TypesettingReply {
        TypesettingReply(
            zip(job.drawings, job.places).map { drawing, place in
                do throws(TypesettingError) {
                    return .success(try draw(drawing, at: place, memory))
                } catch {
                    return .failure(error)
                }
            }
        )
    }

    private static func draw(
        _ drawing: TextDrawing,
        at place: TypesettingJob.Place,
        _ memory: SharedMemory
    ) throws(TypesettingError) -> TextDrawing.Outcome {
        try memory.fill(place.coverage) { coverage throws(TypesettingError) in
            try memory.fillPixels(place.colors) { colors throws(TypesettingError) in
                try drawing.draw(onto: &coverage, &colors)
            }
        }
    }
}
