// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Synchronization
import Testing

@Suite struct RenderSessionTests {
    private func makeRenderer(progressive: Bool = false) throws -> Renderer {
        let picture = Picture.noise(PixelSize(width: 640, height: 480), .rgb)
        return try Renderer(
            source: SourceImage(
                bytes: try picture.encoded(.jpeg(JPEGOptions())),
                limits: DecodeLimits()
            ),
            plan: Plan(blur: try GaussianBlur(sigma: 1), saturate: try Saturation(amount: 1.8)),
            output: OutputOptions(
                encoding: .jpeg(JPEGOptions(quality: 95, progressive: progressive))
            ),
            limits: DecodeLimits()
        )
    }

    @Test func `hands out the first bytes long before the last row`() throws {
        let received = Mutex(0)
        let session = try makeRenderer().makeSession(cancellation: Cancellation()) { chunk in
            received.withLock { $0 += chunk.count }
        }
        var steps = 0
        var stepsBeforeFirstByte = 0
        while case .rendering = try session.step() {
            steps += 1
            if received.withLock({ $0 }) == 0 { stepsBeforeFirstByte = steps }
        }
        #expect(steps >= 30)
        #expect(stepsBeforeFirstByte < 10)
    }

    @Test func `hands a result that was held back over piece by piece`() throws {
        let received = Mutex<[Int]>([])
        let session = try makeRenderer(progressive: true).makeSession(
            cancellation: Cancellation()
        ) { chunk in
            received.withLock { $0.append(chunk.count) }
        }
        var largest = 0
        while true {
            let before = received.withLock { $0.count }
            let progress = try session.step()
            largest = max(largest, received.withLock { $0.count } - before)
            if case .finished = progress { break }
        }
        #expect(received.withLock { $0.count } > 2)
        #expect(largest == 1)
    }

    @Test func `stops between two bands when it is cancelled`() throws {
        let cancellation = Cancellation()
        let session = try makeRenderer().makeSession(cancellation: cancellation) { _ in }
        _ = try session.step()
        cancellation.cancel()
        #expect(throws: RenderError.cancelled) { try session.step() }
    }

    @Test func `stops at its deadline`() throws {
        let cancellation = Cancellation(deadline: .now - .milliseconds(1))
        let session = try makeRenderer().makeSession(cancellation: cancellation) { _ in }
        #expect(throws: RenderError.deadlineExceeded) { try session.step() }
    }

    @Test(arguments: [false, true])
    func `stops at a deadline that passes on the way`(progressive: Bool) throws {
        let renderer = try makeRenderer(progressive: progressive)
        let cancellation = Cancellation(deadline: .now + .milliseconds(1))
        let session = renderer.makeSession(cancellation: cancellation) { _ in }
        #expect(throws: RenderError.deadlineExceeded) {
            while case .rendering = try session.step() {}
        }
    }

    @Test func `stops when nobody takes the bytes`() throws {
        let renderer = try makeRenderer()
        #expect(throws: RenderError.sinkClosed) {
            try renderer.run { _ throws(SinkClosed) in throw SinkClosed() }
        }
    }

    @Test func `says where the time went`() throws {
        let began = ContinuousClock.now
        let timings = try makeRenderer().run { _ in }
        let total = ContinuousClock.now - began
        #expect(timings.decode > .zero && timings.effects > .zero && timings.encode > .zero)
        #expect(timings.decode + timings.effects + timings.encode <= total)
    }
}
