// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Fetching
import Raster
import Rendering
import Store

@testable import Service

/// What must hold of the readers of queries, forms and fields, whatever a client writes.
///
/// Shared with the fuzzing executable, which links to this file.
enum QueryCheck {
    /// A rule that was broken.
    struct Violation: Error {
        let rule: String
    }

    /// Checks one input: a byte that chooses the reader, and what it reads.
    static func run(_ input: [UInt8]) throws(Violation) {
        guard let choice = input.first else { return }
        let rest = Array(input.dropFirst())
        switch choice % 5 {
        case 0: try checkQuery(String(decoding: rest, as: UTF8.self))
        case 1: try checkForm(rest)
        case 2: try checkFields(String(decoding: rest, as: UTF8.self))
        case 3: try checkTarget(String(decoding: rest, as: UTF8.self))
        default: try checkFilter(String(decoding: rest, as: UTF8.self))
        }
    }

    static func require(
        _ rule: String,
        _ condition: @autoclosure () -> Bool
    ) throws(Violation) {
        guard condition() else { throw Violation(rule: rule) }
    }

    // MARK: Queries

    private static func checkQuery(_ query: String) throws(Violation) {
        var rendered: RenderParameters?
        do throws(ParameterError) {
            let pairs = try FormEncoding.pairs(in: query)
            let parameters = try RenderParameters(pairs)
            let reversed = try RenderParameters(pairs.reversed())
            // Regions overlap in the order in which they are written.
            let regionCount = parameters.region.regions.count
            // Lengths in points are checked with the scale.
            let isSame = (try? parameters.plan()) == (try? reversed.plan())
            guard parameters == reversed || regionCount > 1, isSame else {
                throw ParameterError.tooMany(limit: -1)
            }
            let output = parameters.output(as: .jpeg).description
            guard output == reversed.output(as: .jpeg).description else {
                throw ParameterError.tooMany(limit: -1)
            }
            rendered = parameters
        } catch {
            try require("order makes no difference", error != .tooMany(limit: -1))
            let body = Problem(error).body(requestID: nil)
            try require("a problem repeats little of the request", body.count < 2_000)
            let isText = String(validating: body, as: UTF8.self) != nil
            try require("a problem is UTF-8", isText)
        }
        guard let rendered else { return }
        let pictures = PlanCheck.pictures
        try checkRendering(rendered, on: pictures[query.utf8.count % pictures.count])
    }

    /// Renders what is asked for on a small picture.
    private static func checkRendering(
        _ parameters: RenderParameters,
        on source: SourceImage
    ) throws(Violation) {
        let request: RenderRequest
        do {
            // A material that a text is to be legible on shows with the picture.
            request = try self.request(
                try parameters.settled(on: source, limits: PlanCheck.limits),
                on: source
            )
        } catch {
            let problem =
                (error as? ParameterError).map { Problem($0) }
                ?? (error as? ServiceError).map { Problem($0) }
            guard let problem else {
                throw Violation(rule: "parameters can be carried out, or it is said why: \(error)")
            }
            let body = problem.body(requestID: nil)
            return try require("a problem repeats little of the request", body.count < 2_000)
        }
        let document = PlanDocument(request: request, original: nil, preset: nil).json.bytes
        try require("a plan is JSON", (try? JSONReader.read(document)) != nil)
        let plan = request.renderer.plan
        let rule =
            parameters.region.redacts && parameters.geometry == Geometry()
                && request.renderer.source.header.size == PlanCheck.size
            ? PlanCheck.redactionFault(of: plan) : nil
        if let rule = rule ?? PlanCheck.fault(of: request.renderer) { throw Violation(rule: rule) }
    }

    private static func request(
        _ parameters: RenderParameters,
        on source: SourceImage
    ) throws(ServiceError) -> RenderRequest {
        try RenderRequest(
            parameters,
            of: RenderSubject(source: source, digest: Digest(of: [0])),
            for: ClientPreferences(),
            limits: PlanCheck.limits,
            kept: { PlanCheck.picture($0.hex) }
        )
    }

    // MARK: Filters

    private static func checkFilter(_ text: String) throws(Violation) {
        let list: FilterList
        do throws(FilterListError) {
            list = try FilterList(text)
        } catch {
            let count = text.unicodeScalars.count
            let column = error.place?.column ?? 1
            try require("a fault is in the text or at its end", (1...count + 1).contains(column))
            let body = Problem(ParameterError.css(.filter, error, value: text)).body(requestID: nil)
            return try require("a problem repeats little of the request", body.count < 2_000)
        }
        try require("a list has few filters", list.names.count <= FilterList.countLimit)
        for edge in EdgeMode.allCases {
            guard let filters = try? list.filters(edge: edge) else {
                try require("only expand is refused", edge == .expand)
                continue
            }
            let plan = Plan(filters: filters).description
            let words = plan.split { " ()[]".contains($0) }
            let isFinite = !words.contains { ["nan", "inf", "-inf"].contains($0) }
            try require("numbers are finite", isFinite)
        }
        // An open comment at the end may end in an asterisk.
        let spaced = "/**/ \(text) /* */ "
        guard spaced.utf8.count <= FilterList.lengthLimit else { return }
        let changed = try? FilterList(spaced)
        try require("comments change nothing", changed?.names == list.names)
        try require("comments change no units", changed?.hasPoints == list.hasPoints)
        // A list with lengths in points keeps its text until the scale is known.
        for scale in [0.5, 1, 4] {
            let isSame = (try? changed?.scaled(by: scale)) == (try? list.scaled(by: scale))
            try require("comments change nothing at any scale", isSame)
        }
    }

    // MARK: Fields

    private static func checkFields(_ text: String) throws(Violation) {
        let weight = AcceptField(text).weight(ofType: "image", subtype: "png")
        try require("a weight is at most 1000", (0...1000).contains(weight))
        if let tag = EntityTag(parsing: text[...]) {
            try require("a tag reads back", EntityTag(parsing: tag.text[...]) == tag)
        }
        let conditions = Preconditions(match: text, noneMatch: text)
        _ = conditions.outcome(current: EntityTag("x"), isRead: true)
        for digest in DigestField(text)?.digests ?? [:] {
            try require("a digest is whole", digest.value.count == digest.key.byteCount)
        }
        if let value = ParameterizedValue(text) {
            try require("a value is lowercase", value.value == value.value.lowercased())
        }
        let name = RequestIdentifier.make(from: text)
        try require("a name is short", name.utf8.count <= RequestIdentifier.lengthLimit)
        try require("a name is visible", name.utf8.allSatisfy { (0x21..<0x7f).contains($0) })
        if let trace = TraceParent(text) {
            try require(
                "a trace is as sent",
                trace.value.prefix(36) == "00" + text.prefix(36).dropFirst(2)
            )
            try require("a trace has its length", trace.value.utf8.count == 55)
        }
        let tokens = TokenTable([AccessToken("correct-horse-battery")])
        let isAdmitted = tokens.caller(text) != nil
        let isRight = text.dropFirst(7).drop { $0 == " " } == "correct-horse-battery"
        try require("only the token opens", !isAdmitted || isRight)
    }

    private static func checkTarget(_ path: String) throws(Violation) {
        guard let match = Router.standard.match(path[...]) else { return }
        let template = match.address.route.text
        if template.hasPrefix("/v1/sources/") {
            let segments = match.segments
            let address = SourceAddress(segments[3], segments[4..<segments.count - 1])
            for name in address?.path.names ?? [] {
                let leadsOut = ["", ".", ".."].contains(name) || name.contains("/")
                try require("no path leads out of its source", !leadsOut)
            }
            return
        }
        let variable = match.segments.count > 3 ? match.segments[3] : match.segments.last ?? ""
        var address = template
        for name in ["{digest}", "{name}", "{problem}"] {
            address = address.replacing(name, with: variable)
        }
        try require("one address each", path == address)
    }
}
