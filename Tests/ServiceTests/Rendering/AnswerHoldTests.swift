// SPDX-License-Identifier: Apache-2.0

import Service
import Testing

@Suite
struct AnswerHoldTests {
    @Test(
        arguments: Transport.allCases,
        ["blur=0", "blur=8", "saturate=1.5", "edge=mirror&blur=3", "redact=1&region=0,0,9,9"]
    )
    func `answers damage in a picture of usual size with a problem`(
        transport: Transport,
        query: String
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make(width: 1000, height: 1000)
        let torn = Array(picture.prefix(picture.count * 99 / 100)) + [0xff, 0xd9]
        let reply = try await service.send(.post("/v1/render?quality=95&\(query)", torn))
        #expect(reply.status == 422)
        #expect(reply.isComplete)
        #expect(try reply.problem()["type"] as? String == "/problems/damaged-image")
    }
}
