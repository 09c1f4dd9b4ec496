// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

@testable import HTTPServer

/// What a parser made of some bytes, as lines of text.
enum ParserTranscript {
    /// The events of bytes that come in pieces.
    static func events(
        of bytes: [UInt8],
        cutAt cuts: [Int],
        limits: HTTPServerConfiguration.Limits
    ) -> [String] {
        var parser = RequestParser(limits: limits)
        var lines: [String] = []
        var body: [UInt8] = []
        func flushBody() {
            if !body.isEmpty { lines.append("body " + Escapes.show(body)) }
            body = []
        }
        var start = 0
        for end in cuts + [bytes.count] {
            let piece = Array(bytes[start..<end])
            start = end
            var offset = 0
            do throws(HTTPFault) {
                while let event = try parser.next(piece.span, at: &offset) {
                    if case .body(let range) = event {
                        body += piece[range]
                        continue
                    }
                    flushBody()
                    lines += describe(event)
                }
            } catch {
                flushBody()
                lines.append(describe(error))
                return lines
            }
        }
        flushBody()
        return lines
    }

    private static func describe(_ event: RequestParser.Event) -> [String] {
        switch event {
        case .head(let head): describe(head)
        case .body: []
        case .end: ["end"]
        }
    }

    private static func describe(_ head: RequestHead) -> [String] {
        let request = head.request
        var parts = [
            "head \(request.method) \(request.path ?? "-")",
            request.authority ?? "-",
            head.isOldVersion ? "1.0" : "1.1",
            head.wantsKeepAlive ? "keep-alive" : "close",
        ]
        switch head.bodyLength {
        case .none: parts.append("none")
        case .known(let length): parts.append("\(length)")
        case .chunked: parts.append("chunked")
        }
        if head.expectsContinue { parts.append("expects continue") }
        if head.acceptsTrailers { parts.append("takes trailers") }
        return [parts.joined(separator: " | ")]
            + request.headerFields.map { field in
                "field \(field.name.rawName): " + Escapes.show(field.valueBytes)
            }
    }

    private static func describe(_ fault: HTTPFault) -> String {
        switch fault {
        case .badRequest(let violation): "fault 400 \(violation.rawValue)"
        case .methodUnsupported: "fault 501 methodUnsupported"
        case .transferCodingUnsupported: "fault 501 transferCodingUnsupported"
        default: "fault \(fault.status.code)"
        }
    }
}
