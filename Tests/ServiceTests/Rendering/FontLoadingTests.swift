// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Platform
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite
struct FontLoadingTests {
    /// Counts the questions whether fonts are loaded.
    private final class Questions: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func ask() { state.withLock { $0 += 1 } }
    }

    private static let text = #"{"contents":[{"text":"a","color":"red"}]}"#
    private static let area = #"{"contents":[{"shape":"ellipse","color":"red"}]}"#

    private func scene(_ pane: String, on picture: [UInt8]) -> Call {
        let form = Form([.file("image", picture), .field("scene", "{\"panes\":[\(pane)]}")])
        return .post("/v1/render?format=png", form.bytes, [("Content-Type", form.type)])
    }

    private func send(_ call: Call, to service: ImageService) async -> Reply {
        await delivery { RouterExchange(call, to: service, completion: $0).begin() }
    }

    @Test
    func `asks for fonts where there is a text, and nowhere else`() async throws {
        let questions = Questions()
        let service = ImageService(
            configuration: Configuration(),
            log: try LogRecorder().sink,
            fonts: FontLoading {
                questions.ask()
                return false
            }
        )
        let picture = try TestPicture.png()
        #expect(await send(.post("/v1/images", picture), to: service).status == 201)
        let kept = "/v1/images/\(Digest(of: picture).hex)/render"
        for call in [scene(Self.area, on: picture), .get(kept), .post("/v1/render", picture)] {
            #expect(await send(call, to: service).status == 200)
        }
        #expect(questions.count == 0)
        // 501 where there are no fonts at all.
        #expect([200, 501].contains(await send(scene(Self.text, on: picture), to: service).status))
        #expect(questions.count == 1)
        let gallery = "/v1/gallery/\(Digest(of: picture).hex)"
        #expect([200, 501].contains(await send(.get(gallery), to: service).status))
        #expect(questions.count == 2)
        // What is wrong is told from the other thread, too.
        let refused = await send(.get(gallery, [("Accept", "text/html")]), to: service)
        #expect(refused.status == 406)
        service.shutDown()
    }

    @Test(arguments: [false, true])
    func `waits for fonts on a thread of its own`(areLoaded: Bool) async throws {
        let fonts = FontLoading { areLoaded }
        let exchange = SerialQueue("exchange")
        let isHere = try await withTaskExecutorPreference(exchange) {
            let here = pthread_self()
            return try await fonts.run { () throws(ServiceError) in
                pthread_equal(pthread_self(), here) != 0
            }
        }
        #expect(isHere || !areLoaded)
    }

    @Test(arguments: [false, true])
    func `tells what goes wrong`(areLoaded: Bool) async throws {
        let fonts = FontLoading { areLoaded }
        await #expect(throws: ServiceError.self) {
            try await fonts.run { () throws(ServiceError) in throw .unexpected }
        }
    }

    @Test(arguments: [true, false])
    func `awaits what may load fonts on its queue, unless they are loaded`(
        _ areLoaded: Bool
    ) async throws {
        let fonts = FontLoading { areLoaded }
        let gate = DispatchSemaphore(value: 0)
        fonts.queue.async { gate.wait() }
        let result = Held<Int>()
        let task = Task { result.take(try await fonts.run { () throws(ServiceError) in 7 }) }
        if areLoaded {
            try await task.value
            gate.signal()
        } else {
            try await Task.sleep(for: .milliseconds(30))
            #expect(result.value == nil)
            gate.signal()
            try await task.value
        }
        #expect(result.value == 7)
    }
}
