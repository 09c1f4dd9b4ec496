// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform
import Rendering
import Store
import TestSupport
import Testing

@testable import HTTPServer
@testable import Service

@Suite struct UploadAwaitingTests {
    /// A connection that holds the consumer of the body.
    private final class Connection: ExchangeDriver {
        let executor: any TaskExecutor = SerialQueue("exchange")
        let consumer = Held<any BodyConsumer>()

        func processCommands(of exchange: HTTPExchange) {
            while let command = exchange.takeCommand() {
                if case .receiveBody(_, let consumer) = command { self.consumer.take(consumer) }
            }
        }
    }

    private static let body: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]

    private let connection = Connection()
    private let budget = ReceivingBudget(limit: 100_000)

    private func exchange(_ length: RequestBodyLength) -> HTTPExchange {
        HTTPExchange(id: 1, peer: "test", bodyLength: length, driver: connection)
    }

    private func upload(_ exchange: HTTPExchange) async -> Result<Upload, ServiceError> {
        do throws(ServiceError) {
            let reader: UploadReader
            do throws(UploadError) {
                reader = try UploadReader(.picture, fields: [:], takesParameters: false)
            } catch {
                throw .upload(error)
            }
            return .success(
                try await exchange.upload(with: reader, limit: 10_000, budget: budget)
            )
        } catch {
            return .failure(error)
        }
    }

    private func isCancelled(_ result: Result<Upload, ServiceError>) -> Bool {
        if case .failure(.admission(.cancelled)) = result { true } else { false }
    }

    @Test(arguments: [RequestBodyLength.known(7), .chunked])
    func `returns the upload at the end of the body`(_ length: RequestBodyLength) async throws {
        let exchange = exchange(length)
        do {
            let task = Task { await upload(exchange) }
            try await eventually { connection.consumer.value != nil }
            let consumer = try #require(connection.consumer.value)
            let (head, rest) = (Array(Self.body.prefix(3)), Array(Self.body.dropFirst(3)))
            let takesHead = consumer.receive(head.span)
            let takesRest = consumer.receive(rest.span)
            #expect(takesHead && takesRest)
            consumer.finish()
            connection.consumer.drop()
            let file = try #require(try await task.value.get().image)
            #expect(file.bytes == Self.body)
            #expect(file.digest == Digest(of: Self.body))
            #expect(budget.available < 100_000)
        }
        try await eventually { budget.available == 100_000 }
    }

    @Test func `refuses what is wrong with the length before the client sends the body`() async {
        guard case .failure(.upload(.missing)) = await upload(exchange(.none)),
            case .failure(.upload(.tooLarge(limit: 10_000))) = await upload(
                exchange(.known(10_001))
            )
        else {
            Issue.record("not refused")
            return
        }
        #expect(connection.consumer.value == nil)
    }

    @Test func `throws the error of the body`() async throws {
        let exchange = exchange(.known(27))
        let task = Task { await upload(exchange) }
        try await eventually { connection.consumer.value != nil }
        let text = Array("neither an image nor a form".utf8)
        let takesMore = connection.consumer.value?.receive(text.span)
        #expect(takesMore == false)
        guard case .failure(.upload(.notAnImage)) = await task.value else {
            Issue.record("not an image, and yet accepted")
            return
        }
        #expect(budget.available == 100_000)
    }

    @Test func `ends when the rest of the body will not come`() async throws {
        let exchange = exchange(.known(7))
        let task = Task { await upload(exchange) }
        try await eventually { connection.consumer.value != nil }
        let head = Array(Self.body.prefix(5))
        let takesMore = connection.consumer.value?.receive(head.span)
        #expect(takesMore == true)
        connection.consumer.value?.abandon(nil)
        connection.consumer.drop()
        #expect(isCancelled(await task.value))
        #expect(budget.available == 100_000)
    }

    @Test func `ends when its task is cancelled`() async throws {
        let exchange = exchange(.known(7))
        let task = Task { await upload(exchange) }
        try await eventually { connection.consumer.value != nil }
        task.cancel()
        #expect(isCancelled(await task.value))
    }

    @Test func `ends when the exchange is over before the body is asked for`() async throws {
        let exchange = exchange(.known(7))
        exchange.end(clientIsGone: true)
        #expect(isCancelled(await upload(exchange)))
        #expect(budget.available == 100_000)
    }
}
