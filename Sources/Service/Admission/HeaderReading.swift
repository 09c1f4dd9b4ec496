// SPDX-License-Identifier: Apache-2.0

import Codecs
import Platform

/// Reads headers of long files on a queue, so that they keep no event loop busy.
///
/// They are not read on a worker: a hit must neither wait for renderings nor be refused with them.
struct HeaderReading: Sendable {
    /// The queue of long files.
    let queue = SerialQueue("frostpane.headers")

    /// Runs a closure that reads the headers of files: immediately if all of them are quickly read,
    /// else on the queue.
    ///
    /// - Parameters:
    ///   - files: The contents of the files.
    ///   - work: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    func run<Value: Sendable>(
        over files: [[UInt8]],
        _ work: () throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        let isQuick = files.allSatisfy { file in
            ImageHeader.isQuicklyRead(file.span)
                && (ForeignCodecHost.isCounted || !ImageFormat.mayBeForeign(file.span))
        }
        return isQuick ? try work() : try await queue.run(work)
    }
}
