// SPDX-License-Identifier: Apache-2.0

import Store

/// The body of a request for a link: `{"image": …, "parameters": {"blur": 40}, "expires": …}`, or with a stored scene
/// `{"scene": "card", "variables": {"title": "Hello"}, …}`.
struct LinkDescription: Sendable {
    /// The subjects of links.
    enum Subject: Sendable {
        /// A stored image, by its digest.
        case image(Digest)
        /// A stored scene, with the values of its variables.
        case scene(SceneAddress, values: [(name: String, value: String)])
    }

    /// The subject of the link.
    let subject: Subject

    /// The names and values of the rendering parameters.
    let pairs: [(name: String, value: String)]

    /// The time at which the link expires, in seconds since 1970; nil for never.
    let expiry: Int?

    private static let members = ["image", "scene", "variables", "parameters", "expires"]

    /// Parses the JSON body of a request for a link.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - now: The time in seconds since 1970, which the expiry must follow.
    /// - Throws: The first fault.
    init(_ bytes: [UInt8], now: Int) throws(SceneFault) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONReader.read(bytes)
        } catch {
            throw SceneFault(.syntax(error), at: error.pointer)
        }
        let object = try SceneValue(json: json, pointer: .root).object(Self.members)
        subject = try Self.subject(object)
        pairs = try object["parameters"].map(Self.pairs) ?? []
        guard let time = object["expires"] else {
            expiry = nil
            return
        }
        guard case .number(let number) = time.json, let seconds = Int(exactly: number),
            seconds > now, seconds <= now + KeepingTime.longest
        else {
            throw time.malformed("a time within a hundred years from now, as seconds since 1970")
        }
        expiry = seconds
    }

    private static func subject(_ object: SceneObject) throws(SceneFault) -> Subject {
        guard let name = object["scene"] else {
            try object.refuse("variables", "Variables belong to a 'scene'.")
            let image = try object.required("image")
            guard let digest = Digest(hex: try image.string(RenderParameter.imageDigest)) else {
                throw image.malformed(RenderParameter.imageDigest)
            }
            return .image(digest)
        }
        try object.refuse("image", "A link shows an image or a scene, not both.")
        guard let scene = SceneAddress(try name.string(SceneAddress.form)[...]) else {
            throw name.malformed(SceneAddress.form)
        }
        return .scene(scene, values: try object["variables"].map(pairs) ?? [])
    }

    /// Parses the parameters: each is a string, a number or a Boolean, or an array if it repeats.
    private static func pairs(
        _ value: SceneValue
    ) throws(SceneFault) -> [(name: String, value: String)] {
        guard case .object(let members) = value.json else {
            throw value.malformed("an object of parameters")
        }
        var pairs: [(name: String, value: String)] = []
        for (name, json) in members {
            let pointer = value.pointer.appending(name)
            var values = [SceneValue(json: json, pointer: pointer)]
            if case .array = json {
                values = try SceneValue(json: json, pointer: pointer).array()
            }
            for value in values { pairs.append((name, try text(of: value))) }
        }
        return pairs
    }

    private static func text(of value: SceneValue) throws(SceneFault) -> String {
        switch value.json {
        case .string(let text): return text
        case .number(let number):
            return Int(exactly: number).map(String.init) ?? String(number)
        case .boolean(let flag): return flag ? "true" : "false"
        case .integer, .array, .object, .null:
            throw value.malformed("a text, a number, true or false")
        }
    }
}

extension Problem {
    /// Creates the error response for a malformed description of a link.
    init(link fault: SceneFault) {
        let problem = Problem(fault)
        self.init(.invalidLink, problem.detail)
        pointer = problem.pointer
        value = problem.value
        allowed = problem.allowed
    }
}
