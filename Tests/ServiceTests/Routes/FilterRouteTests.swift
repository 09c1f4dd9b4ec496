// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Service
import Store
import Testing

@Suite
struct FilterRouteTests {
    @Test(arguments: Transport.allCases)
    func `hands out the catalog of filters`(transport: Transport) async throws {
        let service = try TestService(transport)
        let reply = try await service.send(.get("/v1/filters"))
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "application/json")
        #expect(reply["Cache-Control"] == "public, max-age=3600")
        let filters = try #require(try reply.json()["filters"] as? [[String: Any]])
        #expect(
            filters.compactMap { $0["name"] as? String }
                == FilterFunction.names
        )
        let blur = try #require(filters.first)
        #expect(blur["syntax"] as? String == "blur(<radius>?)")
        #expect(blur["standard"] as? String == "Filter Effects Module Level 1")
        let radius = try #require((blur["parameters"] as? [[String: Any]])?.first)
        #expect(radius["name"] as? String == "radius")
        #expect(radius["unit"] as? String == "px")
        #expect(radius["minimum"] as? Double == 0)
        #expect(radius["maximum"] as? Double == 1000)
        #expect(radius["default"] as? String == "0px")
        let tag = try #require(reply["ETag"])
        let again = try await service.send(.get("/v1/filters", [("If-None-Match", tag)]))
        #expect(again.status == 304)
        #expect(again["ETag"] == tag)
        #expect(try await service.send(.get("/v1/filters?x=1")).status == 400)
        #expect(try await service.send(.get("/")).json()["filters"] as? String == "/v1/filters")
    }

    @Test(arguments: Transport.allCases)
    func `renders a filter as the parameters that mean the same`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let filter = "/v1/render?filter=blur(4px)%20saturate(180%25)"
        let one = try await service.send(.post(filter, picture))
        #expect(one.status == 200)
        let name = try #require(one["Content-Disposition"])
        #expect(name.hasSuffix("-blur-saturate.jpg\""))
        let other = try await service.send(.post("/v1/render?blur=4&saturate=1.8", picture))
        #expect(other["ETag"] == one["ETag"])
        #expect(other["Cache-Status"] == "frostpane; hit")
        #expect(other.body == one.body)
    }

    @Test(arguments: Transport.allCases)
    func `takes a list of full length in a form`(transport: Transport) async throws {
        let service = try TestService(transport)
        let picture = try TestPicture.make()
        let list = "invert()".padding(to: FilterList.lengthLimit)
        for (text, status) in [(list, 200), (list + " ", 400)] {
            let form = Form([.file("image", picture), .field("filter", text)])
            let reply = try await service.send(
                .post("/v1/render", form.bytes, [("Content-Type", form.type)])
            )
            #expect(reply.status == status)
        }
    }

    @Test(arguments: Transport.allCases)
    func `tells a mask that is not kept`(transport: Transport) async throws {
        let service = try TestService(transport)
        let digest = String(repeating: "a", count: 64)
        let target = "/v1/render?filter=variable-blur(4px+mask(\(digest)))"
        let reply = try await service.send(.post(target, try TestPicture.make()))
        #expect(reply.status == 422)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/picture-not-kept")
        #expect(problem["value"] as? String == digest)
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: count - utf8.count)
    }
}
