// SPDX-License-Identifier: Apache-2.0

/// A response as a test sees it.
struct TestResponse: Equatable, CustomStringConvertible {
    var status: Int
    var fields: [String: String]
    var body: [UInt8]
    /// Whether the body ended as it said it would.
    var isComplete = true

    var text: String {
        String(decoding: body, as: UTF8.self)
    }

    var description: String {
        "\(status) \(fields) \(text.prefix(200))"
    }
}

extension TestClient {
    /// Sends a request without a body and reads its response.
    func get(_ path: String, method: String = "GET", fields: String = "") -> TestResponse? {
        send("\(method) \(path) HTTP/1.1\r\nHost: test\r\n\(fields)\r\n")
        return readResponse(hasBody: method != "HEAD")
    }

    /// Reads a response, or nil if there is none.
    func readResponse(hasBody: Bool = true, seconds: Double = 60) -> TestResponse? {
        guard let first = takeLine(seconds: seconds), first.hasPrefix("HTTP/1.1 "),
            let status = Int(first.dropFirst(9).prefix(3))
        else { return nil }
        var fields: [String: String] = [:]
        while let line = takeLine(seconds: seconds), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].dropFirst()) : ""
        }
        var response = TestResponse(status: status, fields: fields, body: [])
        guard hasBody, status >= 200, status != 204, status != 304 else { return response }
        if let length = fields["content-length"].flatMap({ Int($0) }) {
            let body = take(length, seconds: seconds)
            response.isComplete = body != nil
            response.body = body ?? []
        } else if fields["transfer-encoding"] == "chunked" {
            readChunks(into: &response, seconds: seconds)
        } else {
            response.body = takeAll(seconds: seconds)
            response.isComplete = hasEnded && !wasReset
        }
        return response
    }

    private func readChunks(into response: inout TestResponse, seconds: Double) {
        while let line = takeLine(seconds: seconds), let size = Int(line, radix: 16) {
            if size == 0 {
                response.isComplete = takeLine(seconds: seconds) == ""
                return
            }
            guard let chunk = take(size, seconds: seconds) else { break }
            response.body += chunk
            guard takeLine(seconds: seconds) == "" else { break }
        }
        response.isComplete = false
    }
}
