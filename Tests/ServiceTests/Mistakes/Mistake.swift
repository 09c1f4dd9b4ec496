// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Service

/// A plausible mistake, and what the answer has to say about it.
struct Mistake: Sendable, CustomTestStringConvertible {
    /// The content of a request.
    enum Body: Sendable {
        /// Nothing.
        case none
        /// A photo.
        case photo
        /// A photo as a program changes it.
        case changed(@Sendable ([UInt8]) -> [UInt8])
        /// A PNG as a program changes it.
        case changedPNG(@Sendable ([UInt8]) -> [UInt8])
        /// A text.
        case text(String)
        /// Bytes.
        case bytes([UInt8])
        /// A form.
        case form([Form.Part])
        /// A form with a photo beside other parts.
        case photoForm([Form.Part])
    }

    /// The request line, in which `{digest}` stands for the digest of a kept photo.
    let request: String
    let fields: [(String, String)]
    let body: Body
    /// The type of the problem.
    let problem: ProblemType
    /// What the detail has to hold; `{digest}` stands for the digest.
    let cure: String

    /// A mistake in a query to `/v1/render`, to which a photo is sent.
    init(_ query: String, _ problem: ProblemType, _ cure: String) {
        self.init("POST /v1/render?\(query)", .photo, problem, cure)
    }

    /// A mistake in another request.
    init(
        _ request: String,
        _ body: Body,
        _ problem: ProblemType,
        _ cure: String,
        fields: [(String, String)] = []
    ) {
        self.request = request
        self.fields = fields
        self.body = body
        self.problem = problem
        self.cure = cure
    }

    var testDescription: String { "\(request), \(problem.rawValue): \(cure)" }

    /// The request.
    func call(photo: [UInt8], png: [UInt8], digest: String) -> Call {
        let words = request.replacing("{digest}", with: digest)
            .replacing("{DIGEST}", with: digest.uppercased())
            .split(separator: " ", maxSplits: 1)
        var call = Call(method: String(words[0]), target: String(words[1]), fields: fields)
        switch body {
        case .none: break
        case .photo: call.body = photo
        case .changed(let change): call.body = change(photo)
        case .changedPNG(let change): call.body = change(png)
        case .text(let text):
            call.body = Array(text.replacing("{DIGEST}", with: digest.uppercased()).utf8)
        case .bytes(let bytes): call.body = bytes
        case .form(let parts), .photoForm(let parts):
            var all = parts
            if case .photoForm = body { all.insert(.file("image", photo), at: 0) }
            let form = Form(all)
            call.body = form.bytes
            call.fields.append(("Content-Type", form.type))
        }
        return call
    }
}
