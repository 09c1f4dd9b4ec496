// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Store

@testable import Service

/// What must hold of the reader of scenes, whatever a client writes.
///
/// Shared with the fuzzing executable, which links to this file.
enum SceneCheck {
    /// A rule that was broken.
    struct Violation: Error {
        let rule: String
    }

    /// The files that may come with a scene.
    private static let files = ["a": Digest(of: [1]), "b": Digest(of: [2])]

    /// Checks one text.
    static func run(_ input: [UInt8]) throws(Violation) {
        try checkJSON(input)
        // Without files, and with files, of which none may be left over.
        for parts in [[:], files] {
            switch Result(catching: { () throws(SceneFault) in
                try SceneReader.read(input, parts: parts)
            }) {
            case .success(let document):
                try check(document, parts)
                try checkRendering(document, input)
            case .failure(let fault): try check(fault)
            }
        }
    }

    private static func require(
        _ rule: String,
        _ condition: @autoclosure () -> Bool
    ) throws(Violation) {
        guard condition() else { throw Violation(rule: rule) }
    }

    private static func checkJSON(_ input: [UInt8]) throws(Violation) {
        guard let value = try? JSONReader.read(input) else { return }
        let written = value.bytes
        let again = try? JSONReader.read(written)
        try require("what is read can be written and read again", again?.bytes == written)
    }

    private static func check(_ fault: SceneFault) throws(Violation) {
        let body = Problem(fault).body(requestID: nil)
        try require("a problem repeats little of the scene", body.count < 6_000)
        try require("a problem is UTF-8", String(validating: body, as: UTF8.self) != nil)
        try require("a problem is JSON", (try? JSONReader.read(body)) != nil)
    }

    private static func check(
        _ document: SceneDocument,
        _ parts: [String: Digest]
    ) throws(Violation) {
        for (size, scale) in [
            (PixelSize(width: 7, height: 1), 1.0), (.init(width: 640, height: 480), 2.625),
        ] {
            let traits = Traits(appearance: scale == 1 ? .light : .dark, scale: scale)
            switch Result(catching: { () throws(SceneError) in
                try document.scene.plan(size: size, traits: traits)
            }) {
            case .success(let plan): try check(plan, of: document, parts, size)
            case .failure(let error): try check(SceneFault(error))
            }
        }
    }

    private static func check(
        _ plan: Plan,
        of document: SceneDocument,
        _ parts: [String: Digest],
        _ size: PixelSize
    ) throws(Violation) {
        let known = Set(document.references.map(\.resource))
            .union(parts.values.map { ResourceID(digest: $0.hex) })
        try require("a plan needs what the scene names", known.isSuperset(of: plan.resources))
        try require("a plan has a text", !plan.description.isEmpty)
        let reshapings = plan.steps.compactMap { step -> Reshaping? in
            if case .reshape(let reshaping) = step { reshaping } else { nil }
        }
        let size = reshapings.size(of: size)
        for case .panes(let panes) in plan.steps {
            for pane in panes {
                let bounds = pane.bounds
                let isInside =
                    bounds.x >= 0 && bounds.y >= 0
                    && bounds.columns.upperBound <= size.width
                    && bounds.rows.upperBound <= size.height
                try require("a pane lies in the picture", isInside && !bounds.isEmpty)
                try require("an alpha is one", (0...1).contains(pane.alpha))
            }
        }
    }

    /// Renders the scene on one of several pictures, which the length of the text chooses.
    private static func checkRendering(
        _ document: SceneDocument,
        _ input: [UInt8]
    ) throws(Violation) {
        let pictures = PlanCheck.pictures
        let source = pictures[input.count % pictures.count]
        let traits = Traits(scale: Double(1 + input.count % 3))
        guard let plan = try? document.scene.plan(size: source.header.size, traits: traits) else {
            return
        }
        let encoding: EncodingOptions =
            input.count % 5 == 0 ? .jpeg(JPEGOptions()) : .png(PNGOptions())
        if let rule = PlanCheck.fault(of: plan, on: source, as: encoding) {
            throw Violation(rule: rule)
        }
    }
}
