// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import Testing

@testable import Service

@Suite
struct FilterParameterTests {
    private func read(_ query: String) throws -> RenderParameters {
        try RenderParameters(try FormEncoding.pairs(in: query))
    }

    private func problem(_ query: String) throws -> [String: Any] {
        let error = try #require(throws: ParameterError.self) { try read(query) }
        let body = Data(Problem(error).body(requestID: nil))
        return try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    }

    @Test(arguments: [
        ("filter=blur(20px)+saturate(180%25)", "blur=20&saturate=1.8"),
        ("filter=saturate(1.8)", "saturate=1.8"),
        ("filter=SATURATE(180%25)", "filter=/**/saturate(%201.8%20)"),
        ("filter=blur(20px)&edge=mirror&kernel=css3box", "blur=20&edge=mirror&kernel=css3box"),
        ("filter=none", ""), ("filter=blur(0)+brightness(100%25)+hue-rotate(1turn)", ""),
        ("filter=invert(200%25)", "filter=invert()"),
    ])
    func `makes equal plans of what means the same`(one: String, other: String) throws {
        #expect(try read(one).plan() == read(other).plan())
        #expect(try read(one).plan().description == read(other).plan().description)
    }

    @Test func `applies filters in the order written`() throws {
        let one = try read("filter=saturate(2)+blur(4px)").plan()
        #expect(one.filters?.first == .color(.saturate(2)))
        #expect(try one != read("filter=blur(4px)+saturate(2)").plan())
    }

    @Test(arguments: ["blur", "saturate"])
    func `refuses a filter beside what it could hold itself`(other: String) throws {
        let name = try #require(RenderParameter.named(other))
        for query in ["filter=none&\(other)=1", "\(other)=1&filter=sepia()"] {
            #expect(throws: ParameterError.contradiction(.filter, other: name)) { try read(query) }
        }
        let problem = try problem("filter=sepia()&\(other)=1")
        #expect(problem["type"] as? String == "/problems/conflicting-parameters")
        #expect(problem["parameter"] as? String == "filter")
        #expect(
            problem["detail"] as? String
                == "'filter' and '\(other)' exclude each other, because their order would be unclear: "
                + "write \(other)() in 'filter'."
        )
    }

    @Test(arguments: [
        ("kernel=css3box", RenderParameter.kernel), ("kernel=gaussian&saturate=2", .kernel),
        ("kernel=css3box&filter=saturate(2)", .kernel), ("edge=mirror&filter=sepia()", .edge),
        ("edge=mirror&filter=none", .edge),
    ])
    func `refuses a kernel and an edge without a blur`(
        query: String,
        name: RenderParameter
    ) {
        #expect(throws: ParameterError.conflict(name, other: .blur)) { try read(query) }
    }

    @Test(arguments: [
        ("blur=4&kernel=css3box&edge=expand", RenderParameter.kernel),
        ("blur=4&kernel=apple3box&edge=mirror", .kernel),
        ("filter=blur(4px)&kernel=apple3box&edge=normalize", .kernel),
        (
            "filter=variable-blur(4px+mask(\(String(repeating: "a", count: 64))))&edge=expand",
            .filter
        ),
    ])
    func `refuses an edge that the kernel does not know`(
        query: String,
        name: RenderParameter
    ) throws {
        #expect(throws: ParameterError.contradiction(name, other: .edge)) { try read(query) }
        #expect(try problem(query)["type"] as? String == "/problems/conflicting-parameters")
    }

    @Test(arguments: [
        ("filter=blur(5vw)", "malformed-parameter", 6, "'5vw' depends on a font or a viewport"),
        ("filter=saturate(2)+blurr(1px)", "malformed-parameter", 13, "did you mean 'blur'?"),
        ("filter=blur(-1px)", "parameter-out-of-range", 6, "not '-1px'"),
        ("filter=blur(4px+5px", "malformed-parameter", 10, "expected ')', not '5px'"),
        ("filter=", "malformed-parameter", 1, "expected a filter such as blur(8px), or none"),
    ])
    func `tells the column of a fault`(
        query: String,
        type: String,
        column: Int,
        says: String
    ) throws {
        let problem = try problem(query)
        #expect(problem["type"] as? String == "/problems/\(type)")
        #expect(problem["parameter"] as? String == "filter")
        #expect(problem["column"] as? Int == column)
        let detail = try #require(problem["detail"] as? String)
        #expect(detail.hasPrefix("'filter' cannot be read. Column \(column): "))
        #expect(detail.contains(says), "\(detail)")
        #expect(problem["allowed"] is String)
    }

    @Test func `says what would be accepted`() throws {
        #expect(
            try problem("filter=pixelate(1001px)")["allowed"] as? String
                == "a whole number of pixels from 1px to 1000px"
        )
        let names = FilterFunction.names.joined(separator: ", ")
        #expect(try problem("filter=frost()")["allowed"] as? String == names)
        #expect(
            try problem("filter=" + String(repeating: "+", count: 2049))["allowed"] as? String
                == "a CSS filter list of at most 2048 bytes, or none"
        )
    }

    @Test func `reminds of the escape of a percent sign`() {
        let error = #expect(throws: ParameterError.malformedEncoding(name: "filter")) {
            try read("filter=saturate(180%)")
        }
        #expect(error?.description.hasSuffix(" Write the sign of a percentage as %25.") == true)
        let other = #expect(throws: ParameterError.self) { try read("blur=%") }
        #expect(other?.description.contains("%25") == false)
    }

    @Test func `does not take long lists for other parameters`() {
        #expect(throws: ParameterError.self) {
            try read("blur=" + String(repeating: "0", count: 65))
        }
        #expect(RenderParameter.filter.lengthLimit == 2048)
        #expect(RenderParameter.blur.lengthLimit == 64)
    }
}
