// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

@testable import Service

/// The properties of the readers of forms, for any input.
extension QueryCheck {
    private enum Step: Equatable {
        case part(MultipartPart)
        case content([UInt8])
        case end
        case fault(MultipartError)
    }

    private struct Recorder: MultipartReceiver {
        typealias Failure = MultipartError

        var steps: [Step] = []

        static func failure(_ error: MultipartError) -> MultipartError { error }

        mutating func begin(_ part: MultipartPart) { steps.append(.part(part)) }

        mutating func receive(_ bytes: Span<UInt8>) {
            var content: [UInt8] = []
            if case .content(let before) = steps.last {
                content = before
                steps.removeLast()
            }
            for index in bytes.indices { content.append(bytes[index]) }
            steps.append(.content(content))
        }

        mutating func endPart() { steps.append(.end) }
    }

    static func checkForm(_ body: [UInt8]) throws(Violation) {
        let whole = steps(of: body, pieceLength: max(1, body.count))
        for pieceLength in [1, 2, 3, 7, 64] {
            let split = steps(of: body, pieceLength: pieceLength)
            try require("the same parts for every split", split == whole)
        }
        var length = 0
        for case .content(let bytes) in whole { length += bytes.count }
        try require("content comes from the body", length <= body.count)
        try require("parts begin and end", isBalanced(whole))
        checkUpload(body)
    }

    private static func steps(of body: [UInt8], pieceLength: Int) -> [Step] {
        var recorder = Recorder()
        do throws(MultipartError) {
            var parser = try MultipartParser(boundary: "XX")
            var start = 0
            while start < body.count {
                let end = min(start + pieceLength, body.count)
                try parser.consume(Array(body[start..<end]).span, into: &recorder)
                start = end
            }
            try parser.finish()
        } catch {
            recorder.steps.append(.fault(error))
        }
        return recorder.steps
    }

    private static func isBalanced(_ steps: [Step]) -> Bool {
        var isOpen = false
        for step in steps {
            switch step {
            case .part:
                if isOpen { return false }
                isOpen = true
            case .content:
                if !isOpen { return false }
            case .end:
                if !isOpen { return false }
                isOpen = false
            case .fault: return true
            }
        }
        return !isOpen
    }

    /// Reads the body as an upload as well, which only has to end.
    private static func checkUpload(_ body: [UInt8]) {
        do throws(UploadError) {
            var reader = try UploadReader(
                .form,
                fields: [.contentType: "multipart/form-data; boundary=XX"],
                takesParameters: true
            )
            try reader.receive(body.span)
            let upload = try reader.finish()
            _ = try? RenderParameters(upload.fields)
        } catch {
            _ = Problem(error).body(requestID: nil)
        }
    }
}
