// SPDX-License-Identifier: Apache-2.0

extension RequestContext {
    /// The error for a request whose caller has used up its pixels; nil if it may go on.
    ///
    /// A request for which an analysis has counted pixels already always goes on.
    var refusalOfPixels: ServiceError? {
        guard facts.values.countedPixels == 0, let wait = access.meter?.waitForPixels() else {
            return nil
        }
        return .quotaExceeded(.pixels, wait: wait)
    }

    /// Counts pixels that are computed for the request against its caller's quota.
    func count(pixels: Int) {
        guard let meter = access.meter else { return }
        meter.use(pixels: pixels)
        facts.note { $0.countedPixels += pixels }
    }
}
