// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import Service

@Suite struct JSONReaderTests {
    private static func error(_ text: String) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            _ = try JSONReader.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("null", "null"), (" true\n", "true"), ("\t[ ]\r", "[]"), ("{}", "{}"),
            (#"{"a":[1,-2.5,3e2],"b":{"c":"d"}}"#, #"{"a":[1.0,-2.5,300.0],"b":{"c":"d"}}"#),
            (#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, #""\"\\/\u0008\u000c\u000a\u000d\u0009é😀""#),
            ("-0", "-0.0"), ("0.1", "0.1"), ("1E-2", "0.01"), (#""\u0000""#, #""\u0000""#),
        ]
    )
    func `reads what is JSON`(text: String, written: String) throws {
        let value = try JSONReader.read(Array(text.utf8))
        #expect(String(decoding: value.bytes, as: UTF8.self) == written)
    }

    @Test(
        arguments: [
            ("", .unfinished), (" ", .unfinished), ("nul", .unfinished), ("nulL", .unexpected),
            ("[1", .unfinished), ("[1,]", .unexpected), ("[1 2]", .unexpected),
            ("{\"a\"", .unfinished), ("{\"a\":}", .unexpected), ("{\"a\":1,}", .unexpected),
            ("{a:1}", .unexpected), ("'a'", .unexpected), ("01", .trailing), ("1 2", .trailing),
            ("+1", .unexpected), (".5", .unexpected), ("5.", .unfinished), ("1e", .unfinished),
            ("-", .unfinished), ("0x10", .trailing), ("NaN", .unexpected),
            ("1e999", .numberTooLarge),
            ("\"a", .unfinished), ("\"\\", .unfinished), ("\"\\x\"", .badEscape),
            ("\"\\u12\"", .badEscape), ("\"\\ud800\"", .badEscape), ("\"\\udc00\"", .badEscape),
            ("\"\\ud800\\u0041\"", .badEscape), ("\"\n\"", .controlCharacter),
            ("/* a */ 1", .unexpected), ("\u{feff}1", .unexpected),
        ] as [(String, JSONSyntaxError.Rule)]
    )
    func `refuses what is not`(text: String, rule: JSONSyntaxError.Rule) {
        #expect(Self.error(text)?.rule == rule)
    }

    @Test func `refuses bytes that are not UTF-8`() {
        #expect(throws: JSONSyntaxError.self) {
            try JSONReader.read([0x22, 0xc3, 0x28, 0x22])
        }
        #expect(throws: JSONSyntaxError.self) {
            try JSONReader.read([0x22, 0xed, 0xa0, 0x80, 0x22])
        }
    }

    @Test func `points at two members of one name`() {
        let error = Self.error("{\"a\": [0, {\n  \"b\": 1, \"b\": 2}]}")
        #expect(error?.rule == .duplicateName("b"))
        #expect(error?.pointer.text == "/a/1/b")
        #expect(error?.line == 2)
        #expect(error?.column == 11)
    }

    @Test func `takes names that are the same in other letters for others`() throws {
        #expect(Self.error(#"{"a":1,"A":2}"#) == nil)
        #expect(Self.error(#"{"a":1,"\u0061":2}"#)?.rule == .duplicateName("a"))
    }

    @Test func `nests as deep as its limit`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(Self.error(nested(JSONReader.depthLimit)) == nil)
        #expect(Self.error(nested(JSONReader.depthLimit + 1))?.rule == .tooDeep)
        // The neighbors of something deep are not deeper for it.
        let wide = "[" + [nested(31), nested(31), nested(31)].joined(separator: ",") + "]"
        #expect(Self.error(wide) == nil)
    }

    @Test func `escapes names in pointers`() {
        #expect(JSONPointer.root.appending("a/b~c").appending(3).text == "/a~1b~0c/3")
    }

    /// Foundation passes over a comma at the end of an array, and over the second member of a name.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `reads nothing that Foundation does not, and as the same`(seed: UInt64) throws {
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-1.5e3", "true", "null", " ",
            "\\", "\"\\u00e9\"",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...9, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let ours = try? JSONReader.read(Array(text.utf8))
            let theirs = try? JSONSerialization.jsonObject(
                with: Data(text.utf8),
                options: .fragmentsAllowed
            )
            guard let ours else { continue }
            guard let theirs else {
                Issue.record("\(text) is read")
                continue
            }
            let again = try JSONSerialization.jsonObject(
                with: Data(ours.bytes),
                options: .fragmentsAllowed
            )
            #expect(
                "\(again)" == "\(theirs)" || (again as? NSObject) == (theirs as? NSObject),
                "\(text)"
            )
        }
    }
}
