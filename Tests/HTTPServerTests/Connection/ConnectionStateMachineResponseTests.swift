// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct ConnectionStateMachineResponseTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private final class NoSource: BodySource {
        func read(whenReady: @escaping @Sendable () -> Void) -> BodyRead { .failed }
        func cancel() {}
    }

    private func stream(_ length: Int? = nil) -> ResponseBody {
        .stream(NoSource(), length: length)
    }

    private func bytes(_ text: String) -> BodyRead {
        .bytes(Array(text.utf8))
    }

    @Test(arguments: ["GET / HTTP/1.1", "HEAD / HTTP/1.1", "GET / HTTP/1.0"])
    func `sends a head that is written down as any other`(_ line: String) {
        let fields: HTTPFields = [.server: "x", .connection: "close", .contentLength: "77"]
        for common in [[:], [.eTag: "a"], [.date: "then"], fields] as [HTTPFields] {
            let whole = MachineDriver()
            let prepared = MachineDriver()
            let own: HTTPFields = [.age: "1"]
            let body = ResponseBody.chunks([Array("hel".utf8), Array("lo".utf8)])
            whole.handler = { driver, _ in driver.respond(fields: common + own, body: body) }
            prepared.handler = { driver, _ in
                let response = PreparedResponse(HTTPResponse(status: .ok, headerFields: common))
                driver.respond(response, adding: own.map { ($0.name, $0.value) }, body: body)
            }
            for driver in [whole, prepared] { driver.receive("\(line)\r\nHost: a\r\n\r\n") }
            #expect(prepared.sentText == whole.sentText)
            #expect(prepared.log == whole.log)
            #expect(prepared.summaries == whole.summaries)
        }
    }

    @Test func `sends no body in answer to HEAD`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(body: .bytes(Array("hello".utf8))) }
        driver.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.sentText.hasSuffix("Content-Length: 5\\r\\n\\r\\n"))
        #expect(driver.machine.isIdle)
    }

    @Test func `states a length without a body in answer to HEAD`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(fields: [.contentLength: "12"]) }
        driver.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.sentText.hasSuffix("Content-Length: 12\\r\\n\\r\\n"))
    }

    @Test func `cancels the source of an answer to HEAD`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.log == ["handle /", "cancel source", "end completed"])
        #expect(!driver.sentText.contains("Transfer-Encoding"))
    }

    @Test(arguments: [HTTPResponse.Status.noContent, .notModified])
    func `sends neither body nor length with`(_ status: HTTPResponse.Status) {
        let driver = MachineDriver()
        driver.handler = { driver, _ in
            driver.respond(status, fields: [.contentLength: "3"], body: .bytes([1, 2, 3]))
        }
        driver.receive(get)
        #expect(!driver.sentText.contains("Content-Length"))
        #expect(driver.sentText.hasSuffix("\\r\\n\\r\\n"))
        #expect(driver.machine.isIdle)
    }

    @Test func `states the length of an empty body`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in driver.respond() }
        driver.receive(get)
        #expect(driver.sentText.contains("Content-Length: 0\\r\\n"))
    }

    @Test func `writes framing fields itself`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in
            let fields: HTTPFields = [
                .contentLength: "99", .transferEncoding: "gzip", .date: "then",
            ]
            driver.respond(fields: fields, body: .chunks([[65], [], [66, 67]]))
        }
        driver.receive(get)
        #expect(
            driver.sentText
                == "HTTP/1.1 200 OK\\r\\nDate: then\\r\\nContent-Length: 3\\r\\n\\r\\nABC"
        )
    }

    @Test func `lets no line end into a field`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in
            driver.respond(fields: [.location: "/a\r\nSet-Cookie: b"])
        }
        driver.receive(get)
        #expect(!driver.sentText.contains("\\nSet-Cookie"))
        #expect(driver.sentText.components(separated: "\\n").count == 6)
    }

    @Test(arguments: ["1\r\nSet-Cookie: b", "1\nSet-Cookie: b", "1\0", "\u{7f}"])
    func `lets no line end into a field beside a head that is written down`(_ value: String) {
        let driver = MachineDriver()
        driver.handler = { driver, _ in
            let response = PreparedResponse(HTTPResponse(status: .ok))
            driver.respond(response, adding: [(.age, value), (.eTag, "\"a\"")], body: .none)
        }
        driver.receive(get)
        #expect(!driver.sentText.contains("Age"))
        #expect(!driver.sentText.contains("Set-Cookie"))
        #expect(driver.sentText.contains("ETag: \"a\""))
    }

    @Test func `sends a stream in chunks with trailers`() {
        let driver = MachineDriver()
        driver.source = [
            bytes("hello"), .bytes([]), bytes("0123456789abcdef"),
            .end(trailers: [.eTag: "x"]),
        ]
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive("GET / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n")
        #expect(
            driver.sentText.hasSuffix(
                "Transfer-Encoding: chunked\\r\\n\\r\\n5\\r\\nhello\\r\\n"
                    + "10\\r\\n0123456789abcdef\\r\\n0\\r\\nETag: x\\r\\n\\r\\n"
            )
        )
        #expect(driver.machine.isIdle)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n", nil, true),
        ("GET / HTTP/1.1\r\nHost: a\r\nTE: gzip;q=0.5, Trailers\r\n\r\n", nil, true),
        ("GET / HTTP/1.1\r\nHost: a\r\nTE: gzip\r\nTE: trailers\r\n\r\n", nil, true),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", nil, false),
        ("GET / HTTP/1.1\r\nHost: a\r\nTE: gzip\r\n\r\n", nil, false),
        ("GET / HTTP/1.1\r\nHost: a\r\nTE: trailers-x\r\n\r\n", nil, false),
        ("GET / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n", 5, false),
        ("GET / HTTP/1.0\r\nTE: trailers\r\n\r\n", nil, false),
        ("HEAD / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n", nil, false),
    ])
    func `sends and announces trailers only to clients that take them`(
        _ request: String,
        _ length: Int?,
        _ isAnnounced: Bool
    ) {
        let driver = MachineDriver()
        driver.source = [bytes("hello"), .end(trailers: [.eTag: "x"])]
        driver.handler = { driver, _ in
            driver.respond(fields: [.trailer: "ETag"], body: self.stream(length))
        }
        driver.receive(request)
        #expect(driver.sentText.contains("Trailer: ETag\\r\\n") == isAnnounced)
        #expect(driver.sentText.contains("\\r\\nETag: x") == isAnnounced)
    }

    @Test func `sends an empty stream in chunks`() {
        let driver = MachineDriver()
        driver.source = [.end(trailers: [:])]
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive(get)
        #expect(driver.sentText.hasSuffix("chunked\\r\\n\\r\\n0\\r\\n\\r\\n"))
    }

    @Test func `ends a stream to HTTP/1.0 with the connection`() {
        let driver = MachineDriver()
        driver.source = [bytes("hello"), .end(trailers: [:])]
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(driver.sentText.hasSuffix("Connection: close\\r\\n\\r\\nhello"))
        #expect(driver.log.last == "close")
    }

    @Test func `ends a failing stream without the last chunk`() {
        let driver = MachineDriver()
        driver.source = [bytes("hello"), .failed]
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive(get)
        #expect(driver.sentText.hasSuffix("5\\r\\nhello"))
        #expect(driver.log.suffix(2) == ["end failedMidway", "close"])
    }

    @Test func `resets a failing stream whose end is the end of the connection`() {
        let driver = MachineDriver()
        driver.source = [bytes("hello"), .failed]
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive("GET / HTTP/1.0\r\n\r\n")
        #expect(driver.log.suffix(2) == ["end failedMidway", "abort"])
    }

    @Test func `breaks the connection when a stream is shorter than stated`() {
        let driver = MachineDriver()
        driver.source = [bytes("hello"), .end(trailers: [:])]
        driver.handler = { driver, _ in driver.respond(body: self.stream(6)) }
        driver.receive(get)
        #expect(driver.log.suffix(2) == ["end failedMidway", "close"])
    }

    @Test func `sends no byte more than stated`() {
        let driver = MachineDriver()
        driver.source = [bytes("hel"), bytes("lo"), .end(trailers: [:])]
        driver.handler = { driver, _ in driver.respond(body: self.stream(4)) }
        driver.receive(get)
        #expect(driver.sentText.hasSuffix("\\r\\n\\r\\nhel"))
        #expect(driver.log.suffix(3) == ["cancel source", "end failedMidway", "close"])
    }

    @Test func `pulls no more than the client takes`() {
        var limits = HTTPServerConfiguration.Limits()
        limits.outputBytes = 10_000
        let driver = MachineDriver(limits: limits)
        driver.room = 1_000
        driver.source = [.bytes([UInt8](repeating: 1, count: 3_000))]
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive(get)
        #expect(driver.pulls == 4)
        #expect(driver.machine.output.count < 13_200)
        for _ in 0..<50 {
            driver.room = 2_000
            driver.machine.becameWritable()
            driver.resume()
        }
        #expect(driver.mostBuffered < 13_200)
        #expect(driver.sent.count > 100_000)
    }

    @Test func `asks a pending source again when it is ready`() {
        let driver = MachineDriver()
        driver.source = [bytes("a"), .pending, bytes("b"), .end(trailers: [:])]
        driver.handler = { driver, _ in driver.respond(body: self.stream(2)) }
        driver.receive(get)
        #expect(driver.pulls == 2)
        #expect(driver.sentText.hasSuffix("\\na"))
        driver.machine.sourceIsReady()
        driver.resume()
        #expect(driver.sentText.hasSuffix("\\nab"))
        #expect(driver.machine.isIdle)
    }

    @Test func `takes the first answer only`() {
        let driver = MachineDriver()
        driver.handler = { driver, _ in
            driver.respond(.ok)
            driver.respond(.notFound)
        }
        driver.receive(get)
        #expect(driver.statuses == ["200"])
        #expect(driver.log.contains("refused response"))
    }

    @Test func `tells the handler and the source of a client that left`() {
        let driver = MachineDriver()
        driver.source = [bytes("a"), .pending]
        driver.handler = { driver, _ in driver.respond(body: self.stream()) }
        driver.receive(get)
        driver.machine.lost()
        driver.resume()
        #expect(driver.log.suffix(3) == ["cancel source", "end clientLeft, gone", "close"])
    }
}

private func + (left: HTTPFields, right: HTTPFields) -> HTTPFields {
    HTTPFields(Array(left) + Array(right))
}
