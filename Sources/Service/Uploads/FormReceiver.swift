// SPDX-License-Identifier: Apache-2.0

import Store

/// Receives the parts of a form: a picture, a scene with its pictures, and parameters.
struct FormReceiver: MultipartReceiver, Sendable {
    /// The name of the part that holds the picture.
    static let imageName = "image"

    /// The name of the part that holds the JSON text of a scene.
    static let sceneName = "scene"

    /// The greatest number of pictures in a form beside the one to render.
    static let fileLimit = 16

    private enum Current: Sendable {
        case image
        case scene
        case file(ImageBuffer)
        case field
    }

    var image: ImageBuffer
    private(set) var scene: [UInt8]?
    private(set) var files: [String: ImageFile] = [:]
    private(set) var fields: [(name: String, value: String)] = []
    /// Whether the route accepts parameters in a form.
    private let takesParameters: Bool
    private var hasImage = false
    private var imageDigest: Digest?
    private var names: Set<String>
    private var firstFile: String?
    private var name = ""
    /// Whether the picture's part states a file name, as all programs do that send a file.
    private var isNamedFile = true
    private var current = Current.field
    private var value: [UInt8] = []
    /// The capacity reserved for the whole body, in bytes.
    private var room = 0
    /// The length of all complete files, in bytes.
    private var held = 0

    /// Creates a receiver of one form.
    ///
    /// - Parameters:
    ///   - takesParameters: Whether the form may contain render parameters.
    ///   - names: The parameters that the query string has already.
    ///   - imageLimit: The greatest length of the picture, in bytes.
    init(takesParameters: Bool, names: Set<String>, imageLimit: Int) {
        image = ImageBuffer(limit: imageLimit)
        self.takesParameters = takesParameters
        self.names = names
    }

    static func failure(_ error: MultipartError) -> UploadError { .multipart(error) }

    /// Reserves capacity for the whole body, in bytes.
    mutating func reserve(_ count: Int) {
        room = count
        switch current {
        case .file(var file):
            current = .field
            file.reserve(room - held)
            current = .file(file)
        case .image: image.reserve(room - held)
        // Without a form, the body is the picture.
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
            isNamedFile = part.filename != nil
            return
        }
        guard takesParameters else {
            throw .parameter(.unknown(name: name, suggestion: Self.imageName))
        }
        let row = RenderParameter.named(name)
        guard names.insert(name).inserted || row?.mayRepeat == true else {
            throw .parameter(.repeated(name: name))
        }
        current = try kind(of: part)
    }

    private mutating func kind(of part: MultipartPart) throws(UploadError) -> Current {
        if name == Self.sceneName { return .scene }
        let isParameter =
            RenderParameter.named(name) != nil || name == PresetParameter.name
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
        case .image: try appendToImage(bytes)
        case .scene: try receiveScene(bytes)
        case .file(var file):
            // Moved out of the enum first, so that appending does not copy the bytes.
            current = .field
            do throws(UploadError) { try file.append(bytes) } catch {
                throw .part(name: name, error)
            }
            current = .file(file)
        case .field:
            let row = RenderParameter.named(name)
            let limit = row?.lengthLimit ?? RenderParameter.defaultLengthLimit
            guard value.count + bytes.count <= limit else {
                throw .fieldTooLong(name: name)
            }
            value.append(contentsOf: bytes)
        }
    }

    private mutating func appendToImage(_ bytes: Span<UInt8>) throws(UploadError) {
        do throws(UploadError) { try image.append(bytes) } catch { throw explained(error) }
    }

    /// Returns the error of the picture's part; text without a file name counts as a form field.
    private func explained(_ error: UploadError) -> UploadError {
        error == .notAnImage(.text) && !isNamedFile ? .notAnImage(.field) : error
    }

    /// Appends bytes to the JSON text of the scene.
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
            do throws(UploadError) {
                imageDigest = try image.finish()
            } catch {
                throw explained(error)
            }
            held += image.bytes.count
        case .scene: scene = scene ?? []
        case .file(var file):
            current = .field
            do throws(UploadError) {
                let digest = try file.finish()
                files[name] = ImageFile(bytes: file.bytes, digest: digest)
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

    /// Ends the form, checks that it has a picture or a scene, and returns the picture.
    ///
    /// - Returns: The picture; `nil` for a scene without one.
    mutating func finish(isForm: Bool) throws(UploadError) -> ImageFile? {
        if let firstFile, scene == nil {
            throw .parameter(.unknown(name: firstFile, suggestion: Self.imageName))
        }
        if scene != nil && !hasImage { return nil }
        guard hasImage || !isForm else { throw .missing }
        let digest: Digest
        if let imageDigest { digest = imageDigest } else { digest = try image.finish() }
        return ImageFile(bytes: image.bytes, digest: digest)
    }
}
