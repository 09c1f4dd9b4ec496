// SPDX-License-Identifier: Apache-2.0

import Store
import Testing

@testable import Service

@Suite
struct SceneTemplateTests {
    private static let card = """
        {"variables": {"title": {"type": "text", "maximumLength": 12},
          "subtitle": {"type": "text", "default": ""}, "photo": {"type": "image"},
          "accent": {"type": "color", "default": "red"}, "radius": {"type": "number", "default": 4},
          "inset": {"type": "length", "default": "5%"}, "turned": {"type": "flag", "default": false}},
         "backdrop": "{{photo}}",
         "panes": [{"filter": "blur({{radius}}px)", "invert": "{{turned}}", "frame": {"x": "{{inset}}"},
           "mask": {"digest": "{{photo}}"}, "contents": [
           {"text": "{{title}}", "color": "{{accent}}"},
           {"if": "subtitle", "text": "* {{subtitle}} *", "color": "black"}]}]}
        """

    private static func template(_ text: String = card) throws -> SceneTemplate {
        try SceneTemplate(Array(text.utf8))
    }

    private static func text(
        _ template: SceneTemplate,
        _ pairs: [(String, String)]
    ) throws -> String {
        let values = try template.values(in: pairs.map { (name: $0, value: $1) }).values
        return String(decoding: template.filled(with: values).canonical.bytes, as: UTF8.self)
    }

    @Test func `puts values in place of variables`() throws {
        let digest = Digest(of: [1]).hex
        let template = try Self.template()
        let plain = try Self.text(template, [("title", "Hello"), ("photo", digest)])
        #expect(
            plain == """
                {"backdrop":{"digest":"\(digest)"},"panes":[{"contents":[\
                {"color":"color(srgb 1.0 0 0 / 1.0)","text":"Hello"}],"filter":"blur(4px)","frame":{"x":"5%"},\
                "invert":false,"mask":{"digest":"\(digest)"}}]}
                """
        )
        let blue = "color(srgb \(10.0 / 255) \(132.0 / 255) 1.0 / 1.0)"
        let pairs = [
            ("title", "Hello"), ("photo", digest), ("subtitle", "world"), ("radius", "2.5"),
            ("turned", "1"), ("inset", "12pt"), ("accent", "#0a84ff"),
        ]
        #expect(
            try Self.text(template, pairs) == """
                {"backdrop":{"digest":"\(digest)"},"panes":[{"contents":[\
                {"color":"\(blue)","text":"Hello"},{"color":"black","text":"* world *"}],\
                "filter":"blur(2.5px)","frame":{"x":"12pt"},\
                "invert":true,"mask":{"digest":"\(digest)"}}]}
                """
        )
    }

    @Test func `reads a value only once`() throws {
        let text =
            #"{"variables": {"a": {"type": "text"}, "b": {"type": "text"}}, "#
            + #""panes": [{"contents": [{"text": "{{a}} {{b}}", "color": "red"}]}]}"#
        let template = try Self.template(text)
        for hostile in ["{{b}}", #"{{photo}}","panes":["#, "{{{{a}}}}", "\u{0}\u{7f}\"\\", "}}{{"] {
            let values = try template.values(in: [("a", hostile), ("b", "B")]).values
            guard case .object(let scene) = template.filled(with: values),
                case .array(let panes)? = scene.first(where: { $0.name == "panes" })?.value,
                case .object(let pane) = panes[0], case .array(let contents) = pane[0].value,
                case .object(let content) = contents[0]
            else {
                Issue.record("another form")
                return
            }
            #expect(scene.count == 1)
            #expect(content.map(\.name) == ["color", "text"])
            guard case .string(let drawn) = content[1].value else { return }
            #expect(drawn == "\(hostile) B")
        }
    }

    @Test func `has one digest for every spelling`() throws {
        let other =
            #"{"panes": [ {"tint":"\u0072ed", "alpha": 1.0} ] , "backdrop": {"digest": "x"}}"#
        let same = #"{"backdrop":{"digest":"x"},"panes":[{"alpha":1,"tint":"red"}]}"#
        #expect(try Self.template(other).digest == Self.template(same).digest)
        #expect(try Self.template(other).bytes == Array(same.utf8))
        let template = try Self.template()
        #expect(try SceneTemplate(template.bytes).bytes == template.bytes)
    }

    @Test(arguments: [
        ("title=a", "missing 'photo'"), ("title=1234567890123", "malformed 'title'"),
        ("title=a&photo=b", "malformed 'photo'"), ("title=a&title=b", "repeated 'title'"),
        ("title=a&photo=s/a.png&radius=x", "malformed 'radius'"),
        ("title=a&photo=s/a.png&accent=reddish", "malformed 'accent'"),
        ("title=a&photo=s/a.png&inset=5em", "malformed 'inset'"),
        ("title=a&photo=s/a.png&turned=yes", "malformed 'turned'"),
    ])
    func `refuses values by the names of their variables`(query: String, fault: String) throws {
        let pairs = query.split(separator: "&").filter { $0.contains("=") }.map {
            let parts = $0.split(separator: "=")
            return (name: String(parts[0]), value: String(parts[1]))
        }
        let template = try Self.template()
        do throws(ParameterError) {
            _ = try template.values(in: pairs)
            Issue.record("accepted")
        } catch {
            let name = error.parameter ?? ""
            switch error {
            case .missingVariable: #expect(fault == "missing '\(name)'")
            case .malformedVariable: #expect(fault == "malformed '\(name)'")
            case .repeated: #expect(fault == "repeated '\(name)'")
            // Foreign: none of the others is about variables
            default: Issue.record("\(error)")
            }
        }
    }

    @Test(arguments: [
        (#"{"variables": {"blur": {"type": "number"}}, "panes": "{{blur}}"}"#, "/variables/blur"),
        (#"{"variables": {"1a": {"type": "number"}}, "panes": []}"#, "/variables/1a"),
        (#"{"variables": {"a": {"type": "word"}}, "panes": "{{a}}"}"#, "/variables/a/type"),
        (#"{"variables": {"a": {}}, "panes": "{{a}}"}"#, "/variables/a"),
        (#"{"variables": {"a": {"type": "number"}}, "panes": []}"#, "/variables/a"),
        (
            #"{"variables": {"a": {"type": "text"}}, "panes": [{"filter": "{{a}}"}]}"#,
            "/panes/0/filter"
        ),
        (
            #"{"variables": {"a": {"type": "image"}}, "panes": [{"tint": "x {{a}}"}]}"#,
            "/panes/0/tint"
        ),
        (
            #"{"variables": {"a": {"type": "flag"}}, "panes": [{"if": "b"}, "{{a}}"]}"#,
            "/panes/0/if"
        ),
        (#"{"variables": {"a": {"type": "flag"}}, "if": "a", "panes": []}"#, "/if"),
        (
            #"{"variables": {"a": {"type": "number", "default": "x"}}, "panes": []}"#,
            "/variables/a/default"
        ),
        (
            #"{"variables": {"a": {"type": "color", "minimum": 1}}, "panes": "{{a}}"}"#,
            "/variables/a/minimum"
        ),
        (
            #"{"panes": [{"contents": [{"image": {"part": "a"}}]}]}"#,
            "/panes/0/contents/0/image/part"
        ),
        (#"{"panes": [{"tint": "{{a}}"}]}"#, "/panes/0/tint"),
        ("[]", ""), ("{", ""),
    ])
    func `refuses a scene with the place of its fault`(text: String, place: String) throws {
        do throws(SceneFault) {
            _ = try SceneTemplate(Array(text.utf8))
            Issue.record("accepted")
        } catch {
            #expect(error.pointer.text == place)
        }
    }

    @Test func `writes colors anew, so that none is more than a color`() throws {
        let text =
            #"{"variables": {"c": {"type": "color"}}, "#
            + #""panes": [{"filter": "tint({{c}}) blur(20px)"}]}"#
        let template = try Self.template(text)
        for (value, color) in [
            ("#f000/*", "color(srgb 1.0 0 0 / 0)"), ("rgb(255 0 0", "color(srgb 1.0 0 0 / 1.0)"),
            ("RED", "color(srgb 1.0 0 0 / 1.0)"),
        ] {
            let filled = try Self.text(template, [("c", value)])
            #expect(filled == #"{"panes":[{"filter":"tint(\#(color)) blur(20px)"}]}"#)
        }
        for value in ["0x1p-1", "1e-5", "+1", "nan", "5."] {
            let number = #"{"variables": {"n": {"type": "number"}}, "panes": ["{{n}}"]}"#
            #expect(throws: ParameterError.self) {
                _ = try Self.template(number).values(in: [("n", value)])
            }
        }
    }

    @Test func `splits a text of braces in time that grows with its length`() {
        let text = String(repeating: "{", count: 60_000)
        #expect(TemplateText.pieces(of: text) == [.literal(text)])
        #expect(TemplateText.pieces(of: text + "{{a}}").last == .variable("a"))
    }

    @Test func `leaves braces around anything but names`() {
        let texts = ["{{", "}}", "{{}}", "{{a b}}", "{a}", "{{1}}", "{{a}", "{ {a}}"]
        for text in texts { #expect(TemplateText.pieces(of: text) == [.literal(text)]) }
        #expect(
            TemplateText.pieces(of: "{{{a}}}") == [.literal("{"), .variable("a"), .literal("}")]
        )
        #expect(TemplateText.pieces(of: "{{a}}{{b}}") == [.variable("a"), .variable("b")])
        #expect(TemplateText.pieces(of: "").isEmpty)
    }
}
