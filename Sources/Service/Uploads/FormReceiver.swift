// SPDX-License-Identifier: Apache-2.0

import Store

/// Takes the parts of a form: the picture, a scene and its pictures, and parameters as fields.
struct FormReceiver: MultipartReceiver, Sendable {
    /// The name of the part that holds the picture.
    static let imageName = "image"

    /// The name of the part that holds a scene.
    static let sceneName = "scene"

    /// The most pictures beside the one that is rendered.
    static let fileLimit = 16

    private enum Current: Sendable {
        case image
        case scene
        case file(ImageBuffer)
        case field
    }

    var image: ImageBuffer
    private(set) var scene: [UInt8]?
    private(set) var files: [String: Upload.File] = [:]
    private(set) var fields: [(name: String, value: String)] = []
    /// Whether the route takes parameters.
    private let takesParameters: Bool
    private var hasImage = false
    private var imageDigest: Digest?
    private var names: Set<String>
    private var firstFile: String?
    private var name = ""
    private var current = Current.field
    private var value: [UInt8] = []
    /// The bytes that there is room for in all, and those of files that are whole.
    private var room = 0
    private var held = 0

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - takesParameters: Whether fields may be parameters of a rendering.
    ///   - names: The parameters that the query string has already.
    ///   - imageLimit: The greatest length of the picture, in bytes.
    init(takesParameters: Bool, names: Set<String>, imageLimit: Int) {
        image = ImageBuffer(limit: imageLimit)
        self.takesParameters = takesParameters
        self.names = names
    }

    static func failure(_ error: MultipartError) -> UploadError { .multipart(error) }

    /// Makes room for a number of bytes of the body in all.
    mutating func reserve(_ count: Int) {
        room = count
        switch current {
        case .file(var file):
            current = .field
            file.reserve(room - held)
            current = .file(file)
        case .image: image.reserve(room - held)
        // Unless it is a form, the body is the picture.
        case .scene, .field: if held == 0 { image.reserve(room) }
        }
    }

    mutating func begin(_ part: MultipartPart) throws(UploadError) {
        name = part.name
        value.removeAll(keepingCapacity: true)
        if name == Self.imageName {
            guard !hasImage else { throw .parameter(.repeated(name: name)) }
            hasImage = true
            image.reserve(room - held)
            current = .image
            return
        }
        guard takesParameters else {
            throw .parameter(.unknown(name: name, suggestion: Self.imageName))
        }
        let row = RenderParameter.Name(rawValue: name).map(RenderParameter.row(for:))
        guard names.insert(name).inserted || row?.mayRepeat == true else {
            throw .parameter(.repeated(name: name))
        }
        current = try kind(of: part)
    }

    private mutating func kind(of part: MultipartPart) throws(UploadError) -> Current {
        if name == Self.sceneName { return .scene }
        let isParameter = RenderParameter.Name(rawValue: name) != nil
        guard part.filename != nil else {
            if isParameter { return .field }
            throw .parameter(.unknown(name: name, suggestion: Suggestion.nearest(to: name)))
        }
        guard !isParameter else {
            throw .parameter(.unknown(name: name, suggestion: Self.imageName))
        }
        guard files.count < Self.fileLimit else { throw .tooManyFiles(limit: Self.fileLimit) }
        firstFile = firstFile ?? name
        var file = ImageBuffer(limit: image.limit)
        file.reserve(room - held)
        return .file(file)
    }

    mutating func receive(_ bytes: Span<UInt8>) throws(UploadError) {
        switch current {
        case .image: try image.append(bytes)
        case .scene: try receiveScene(bytes)
        case .file(var file):
            // Out of the enumeration first, so that the bytes are not copied.
            current = .field
            do throws(UploadError) { try file.append(bytes) } catch {
                throw .part(name: name, error)
            }
            current = .file(file)
        case .field:
            let limit =
                RenderParameter.Name(rawValue: name).map {
                    RenderParameter.row(for: $0).lengthLimit
                } ?? ParameterValue.lengthLimit
            guard value.count + bytes.count <= limit else {
                throw .fieldTooLong(name: name)
            }
            value.append(contentsOf: bytes)
        }
    }

    /// Takes the next bytes of a scene.
    mutating func receiveScene(_ bytes: Span<UInt8>) throws(UploadError) {
        var text = scene.take() ?? []
        guard text.count + bytes.count <= SceneReader.lengthLimit else {
            throw .sceneTooLong(limit: SceneReader.lengthLimit)
        }
        text.append(contentsOf: bytes)
        scene = text
    }

    mutating func endPart() throws(UploadError) {
        switch current {
        case .image:
            imageDigest = try image.finish()
            held += image.bytes.count
        case .scene: scene = scene ?? []
        case .file(var file):
            current = .field
            do throws(UploadError) {
                let digest = try file.finish()
                files[name] = Upload.File(bytes: file.bytes, digest: digest)
                held += file.bytes.count
            } catch {
                throw .part(name: name, error)
            }
        case .field:
            guard let text = String(validating: value, as: UTF8.self) else {
                throw .parameter(.malformedEncoding(name: name))
            }
            fields.append((name, text))
        }
    }

    /// Says that the body is complete.
    ///
    /// - Returns: The picture; `nil` where there is a scene and it alone.
    mutating func finish(isForm: Bool) throws(UploadError) -> Upload.File? {
        if let firstFile, scene == nil {
            throw .parameter(.unknown(name: firstFile, suggestion: Self.imageName))
        }
        if scene != nil && !hasImage { return nil }
        guard hasImage || !isForm else { throw .missing }
        let digest: Digest
        if let imageDigest { digest = imageDigest } else { digest = try image.finish() }
        return Upload.File(bytes: image.bytes, digest: digest)
    }
}
