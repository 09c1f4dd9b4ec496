// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Platform

// The installed codecs are known soon after the start. Until then, no event loop waits for them.
extension Admission {
    /// Waits on the queue for headers until the installed codecs are known, if a response may depend on them.
    func awaitCodecs(if isNeeded: Bool) async throws(ServiceError) {
        guard isNeeded, !ForeignCodecHost.isCounted else { return }
        try await headers.queue.run { () throws(ServiceError) in
            _ = OutputFormat.webp.isAvailable
        }
    }
}

extension RequestContext {
    /// Whether the response may depend on the installed codecs, by the head of the request alone.
    ///
    /// An image of the format of a library is found out later, by its bytes.
    var mayNeedCodecs: Bool {
        if ["/readyz", "/v1/formats", "/v1/status"].contains(path) { return true }
        guard path.hasPrefix("/v1/") else { return false }
        let names = ["format", "prefer"].contains { query.contains($0) }
        let accept = request.headerFields[.accept] ?? "*/*"
        let isPlain = accept == "*/*" || accept.contains("json") && !accept.contains("image/")
        return names || !isPlain || request.headerFields[.saveData] != nil
    }
}

extension ImageFormat {
    /// Whether a file may be of a format that a library reads: it is neither a JPEG nor a PNG.
    static func mayBeForeign(_ file: Span<UInt8>) -> Bool {
        switch sniff(file) {
        case .jpeg, .png: false
        case let format: format?.isForeign ?? true
        }
    }
}
