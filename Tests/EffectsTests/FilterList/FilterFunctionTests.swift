// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Effects

/// The rows of the table of filters, whatever they are.
@Suite
struct FilterFunctionTests {
    private typealias Kind = FilterFunction.Argument.Kind

    private static let mask = "mask(\(String(repeating: "0123456789abcdef", count: 4)))"

    /// Values as they are written, and the kinds of arguments that take their like.
    private static let values: [(text: String, isTaken: @Sendable (Kind) -> Bool)] = [
        ("3", { $0.isNumber || $0.isAmount }), ("50%", { $0.isAmount }),
        ("4px", { if case .length = $0 { true } else { false } }),
        ("12deg", { $0 == .angle }), ("red", { $0 == .color }), ("#0f0", { $0 == .color }),
        ("rgb(1 2 3)", { $0 == .color }), ("at 10% 20%", { $0 == .position }),
        (mask, { $0 == .mask }), ("frost", { _ in false }), ("frost()", { _ in false }),
        (",", { _ in false }), ("(", { _ in false }), ("4vw", { _ in false }),
    ]

    /// A call in which arguments have the least of the accepted values, but for some.
    private static func call(
        _ row: FilterFunction,
        replacing index: Int? = nil,
        by text: String = ""
    ) -> String {
        let values = row.arguments.enumerated().map { position, argument in
            position == index
                ? text
                : Array(repeating: argument.least, count: argument.count).joined(separator: " ")
        }
        return "\(row.name)(\(values.joined(separator: " ")))"
    }

    @Test func `has every row that is written`() throws {
        let written = try TableSource.names(of: "FilterFunction", in: "Effects/Filters")
        #expect(written == FilterFunction.table.map(\.name).sorted())
    }

    @Test func `has a name of its own for each row`() {
        let words = FilterFunction.table.flatMap { [$0.name] + $0.aliases + $0.synonyms }
        #expect(Set(words).count == words.count)
        for name in FilterFunction.names {
            #expect(name.allSatisfy { ("a"..."z").contains($0) || $0 == "-" }, "\(name)")
        }
    }

    @Test(arguments: FilterFunction.table)
    func `makes the filter that bears its name`(row: FilterFunction) throws {
        let list = try FilterList(Self.call(row))
        let filter = try #require(try list.filters(edge: .clamp).first)
        guard case .record(let name, _) = filter.value else {
            return #expect(Bool(false), "\(filter) is no record")
        }
        #expect(name == row.name)
        #expect(list.names == [row.name])
        #expect(list.resources == filter.resources)
    }

    @Test(arguments: FilterFunction.table)
    func `has a sentence for itself and words for each argument`(row: FilterFunction) {
        #expect(row.sentence.hasSuffix("."))
        for argument in row.arguments {
            #expect(!argument.name.isEmpty && !argument.sentence.isEmpty)
            #expect(!argument.sentence.hasSuffix("."))
        }
        #expect(Set(row.arguments.map(\.name)).count == row.arguments.count)
    }

    @Test(arguments: FilterFunction.table)
    func `reads its defaults as if they were written`(row: FilterFunction) throws {
        let required = row.arguments.map { $0.defaultText == nil ? $0.least : "" }
        let written = row.arguments.map { argument in argument.defaultText ?? argument.least }
        func filters(_ values: [String], _ row: FilterFunction) throws -> [Filter] {
            let repeated = zip(values, row.arguments).map { text, argument in
                Array(repeating: text, count: argument.count).joined(separator: " ")
            }
            return try FilterList("\(row.name)(\(repeated.joined(separator: " ")))")
                .filters(edge: .clamp)
        }
        #expect(try filters(required, row) == filters(written, row))
    }

    @Test(arguments: FilterFunction.table)
    func `may lack its last parenthesis`(row: FilterFunction) throws {
        let open = Self.call(row).dropLast()
        #expect(try FilterList(String(open)) == FilterList(Self.call(row)), "\(open)")
    }

    @Test(arguments: FilterFunction.table)
    func `refuses values of another kind`(row: FilterFunction) {
        for (index, argument) in row.arguments.enumerated() {
            for (text, isTaken) in Self.values where !isTaken(argument.kind) {
                let call = Self.call(row, replacing: index, by: text)
                #expect(throws: FilterListError.self, "\(call)") { try FilterList(call) }
            }
        }
    }

    @Test(arguments: FilterFunction.table)
    func `refuses more arguments, and fewer than are required`(row: FilterFunction) {
        let more = Self.call(row).dropLast() + " , 1)"
        #expect(throws: FilterListError.self, "\(more)") { try FilterList(String(more)) }
        let required = row.arguments.filter { $0.defaultText == nil }.flatMap { argument in
            Array(repeating: argument.least, count: argument.count)
        }
        if !required.isEmpty {
            let fewer = "\(row.name)(\(required.dropLast().joined(separator: " ")))"
            #expect(throws: FilterListError.self, "\(fewer)") { try FilterList(fewer) }
        }
    }

    // MARK: Rows that no list has

    /// A row with a whole number, whose filter refuses 7.
    private static let row = FilterFunction(
        "count",
        .wholeNumber("number", 2...256, default: "4", "of things"),
        .position("place", "of them"),
        sentence: "Counts.",
        standard: .own,
        category: .stylize
    ) { number, place throws(EffectError) in
        if number == 7 { throw .outOfRange(parameter: .init("count")) }
        return .pixelate(number)
    }

    private static func read(_ arguments: String) throws(FilterListError) -> Filter {
        var reader = FilterArgumentReader(
            FilterListParser(arguments),
            of: row,
            at: .init(column: 1, token: "count("),
            isCall: true
        )
        return try row.read(&reader)
    }

    @Test func `takes whole numbers without a unit`() throws {
        #expect(Self.row.syntax == "count(<number>? <place>)")
        #expect(Self.row.arguments[0].allowed == "a whole number from 2 to 256")
        #expect(Self.row.arguments[0].range == 2...256)
        #expect(try Self.read("256 at 1% 2%)") == .pixelate(256))
        #expect(try Self.read(" at 1% 2%)") == .pixelate(4))
        for text in ["2.5", "1", "257", "1e400", "4px", "50%", "red", "-2"] {
            #expect(throws: FilterListError.self, "\(text)") {
                try Self.read("\(text) at 1% 2%)")
            }
        }
        #expect(throws: FilterListError.self) { try Self.read("4 red)") }
        #expect(throws: FilterListError.self) { try Self.read("4)") }
    }

    @Test func `tells a value that the filter refuses`() {
        let error = FilterListError.outOfRange(
            .init(column: 1, token: "count("),
            argument: "count",
            allowed: "count(<number>? <place>)"
        )
        #expect(throws: error) { try Self.read("7 at 1% 2%)") }
    }
}

extension FilterFunction.Argument {
    /// The least accepted value, as it is written.
    fileprivate var least: String {
        switch kind {
        case .color: "white"
        case .mask: "mask(\(String(repeating: "0", count: 64)))"
        case .position: "at 0% 0%"
        case .angle: "0deg"
        case .amount, .number, .length: "\(range?.lowerBound ?? 0)\(unit ?? "")"
        }
    }
}

extension FilterFunction.Argument.Kind {
    /// Whether numbers without a unit are taken.
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }

    /// Whether numbers and percentages are taken.
    fileprivate var isAmount: Bool {
        if case .amount = self { true } else { false }
    }
}
