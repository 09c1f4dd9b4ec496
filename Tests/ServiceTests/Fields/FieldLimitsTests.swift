// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import Service

@Suite
struct FieldLimitsTests {
    private func fault(_ fields: HTTPFields) -> String? {
        do throws(ServiceError) {
            try FieldLimits.check(fields)
            return nil
        } catch {
            guard case .fieldTooLong(let name, let limit) = error else { return "\(error)" }
            return "\(name) \(limit)"
        }
    }

    private static let names = FieldLimits.rows.map(\.name)

    @Test(arguments: names)
    func `accepts a field as long as its limit, and none that is longer`(name: HTTPField.Name) {
        let limit = FieldLimits.rows.first { $0.name == name }?.limit ?? 0
        #expect(fault([name: String(repeating: "a", count: limit)]) == nil)
        let long = String(repeating: "a", count: limit + 1)
        #expect(fault([name: long]) == "\(name.rawName) \(limit)")
    }

    @Test
    func `counts several lines of a field together`() {
        var fields = HTTPFields()
        let line = String(repeating: "a", count: 300)
        for _ in 0..<4 { fields.append(HTTPField(name: .accept, value: line)) }
        #expect(fault(fields) == "Accept 1024")
    }

    @Test
    func `leaves fields alone that the service does not parse`() {
        #expect(fault([.cookie: String(repeating: "a", count: 20_000), .accept: "*/*"]) == nil)
    }

    @Test(arguments: ["If-Match", "If-None-Match", "Accept"])
    func `answers 431 to a field that is too long, and names it`(name: String) async throws {
        let service = try TestService(.router)
        let value = String(repeating: "a", count: 3000)
        let reply = try await service.send(.get("/v1/filters", [(name, value)]))
        #expect(reply.status == 431)
        let problem = try reply.problem()
        #expect(problem["type"] as? String == "/problems/head-too-large")
        #expect(problem["parameter"] as? String == name)
    }
}
