// SPDX-License-Identifier: Apache-2.0

import Service

extension Mistake {
    /// Addresses that do not exist, and methods that they lack.
    static let addresses: [Mistake] = [
        .init("POST /render?blur=2", .photo, .notFound, "'/v1/render'"),
        .init("POST /v1/Render", .photo, .notFound, "'/v1/render'"),
        .init("POST /v1/render/", .photo, .notFound, "'/v1/render'"),
        .init("POST //v1/render", .photo, .notFound, "'/v1/render'"),
        .init("POST /v1/blur", .photo, .notFound, "'/v1/render'"),
        .init("POST /v1/upload", .photo, .notFound, "'/v1/images'"),
        .init("GET /v1/images/{DIGEST}", .none, .notFound, "'/v1/images/{digest}'"),
        .init("GET /v1/images/sha256:{digest}", .none, .notFound, "'/v1/images/{digest}'"),
        .init("GET /v1/images/{digest}.jpg", .none, .notFound, "'/v1/images/{digest}'"),
        .init("GET /v1/image/{digest}/render", .none, .notFound, "'/v1/images/{digest}/render'"),
        .init("GET /v1/images/2cf24dba5fb0a30e", .none, .notFound, "this name has 16 characters"),
        .init("GET /v1/images/{digest}/rendered", .none, .notFound, "'/v1/images/{digest}/render'"),
        .init("GET /v1/images/{digest}/gallery", .none, .notFound, "'/v1/gallery/{digest}'"),
        .init("GET /v1/images/{digest}/big", .none, .notFound, "/render, /plan or /placeholder"),
        .init("GET /v1/gallery/{digest}/x", .none, .notFound, "has no further segments"),
        .init("GET /health", .none, .notFound, "'/healthz'"),
        .init("GET /openapi.yml", .none, .notFound, "'/openapi.yaml'"),
        .init("GET /v2/frost", .none, .notFound, "See /openapi.yaml"),
        .init("GET /v1/render?blur=2", .none, .methodNotAllowed, "POST"),
        .init("PUT /v1/images", .photo, .methodNotAllowed, "POST"),
        .init("GET /v1/images/\(nobody)", .none, .imageNotFound, "deleted or evicted"),
        .init("GET /v1/images/{digest}?blur=2", .none, .unknownParameter, "ends with /render"),
        .init("POST /v1/images?blur=2", .photo, .unknownParameter, "ends with /render"),
        .init(
            "GET /v1/images/{digest}/render?redact=1&region=0,0,9,9",
            .none,
            .conflictingParameters,
            "for POST /v1/render only"
        ),
        .init("GET /v1/images/{digest}/placeholder?color=3", .none, .unknownParameter, "'colors'"),
        .init("POST /v1/placeholders", .photo, .notFound, "Did you mean '/v1/placeholder'?"),
        .init("GET /v1/legibility", .none, .missingImage, "Name a stored image by 'image'"),
        .init(
            "GET /v1/legibility?image={DIGEST}",
            .none,
            .malformedParameter,
            "Did you mean '{digest}'?"
        ),
    ]

    /// Bodies that are no picture.
    static let bodies: [Mistake] = [
        .init("POST /v1/render", .none, .missingImage, "Send the file as the body"),
        .init("POST /v1/render", .text(""), .missingImage, "Send the file as the body"),
        .init(
            "POST /v1/render",
            .text("photo.jpg"),
            .unsupportedMediaType,
            "write @ before its name"
        ),
        .init("POST /v1/render", .text("blur=20"), .unsupportedMediaType, "in the query string"),
        .init(
            "POST /v1/render",
            .text("https://example.com/photo.jpg"),
            .unsupportedMediaType,
            "Nothing is fetched"
        ),
        .init(
            "POST /v1/render",
            .text("/9j/4AAQSkZJRgABAQAAAQABAAD"),
            .unsupportedMediaType,
            "Send the decoded bytes"
        ),
        .init(
            "POST /v1/images",
            .text("iVBORw0KGgoAAAANSUhEUgAAAEA"),
            .unsupportedMediaType,
            "Send the decoded bytes"
        ),
        .init(
            "POST /v1/render",
            .text("data:image/jpeg;base64,/9j/4AAQSkZJRg"),
            .unsupportedMediaType,
            "Send the decoded bytes"
        ),
        .init(
            "POST /v1/render",
            .text(#"{"image": "/9j/4AAQSkZJRg"}"#),
            .invalidScene,
            "The image is the part 'image' of the form, or a stored one",
            fields: json
        ),
        .init(
            "POST /v1/render",
            .text(#"{"file": "/9j/4AAQSkZJRg"}"#),
            .invalidScene,
            "JSON cannot contain an image",
            fields: json
        ),
        .init(
            "POST /v1/render",
            .text(#"{"image": "\#(String(repeating: "A", count: 70_000))"}"#),
            .bodyTooLarge,
            "Send images as files",
            fields: json
        ),
        .init(
            "POST /v1/images",
            .text(#"{"image": "/9j/4AAQSkZJRg"}"#),
            .unsupportedMediaType,
            "Send the bytes of the image alone",
            fields: json
        ),
        .init("POST /v1/render", .text("<!doctype html>"), .unsupportedMediaType, "markup"),
        .init(
            "POST /v1/render",
            .bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
            .unsupportedMediaType,
            "uncompressed"
        ),
        .init("POST /v1/render", .text("PK\u{3}\u{4}\u{14}"), .unsupportedMediaType, "ZIP"),
        .init("POST /v1/render", .text("8BPS\u{1}\0\0\0"), .unsupportedMediaType, "PSD"),
        .init("POST /v1/render", .text("BM\u{1}\0\0\0\0\0\0\0"), .unsupportedMediaType, "BMP"),
        .init("POST /v1/render", .text("%PDF-1.7\n"), .unsupportedMediaType, "Convert it"),
        .init("POST /v1/render", .bytes([1, 2, 3, 4]), .unsupportedMediaType, "JPEG or PNG file"),
        .init("POST /v1/render", .changed(withoutLineEnds), .damagedImage, "--data-binary"),
        .init(
            "POST /v1/images",
            .changedPNG(withoutLineEnds),
            .unsupportedMediaType,
            "--data-binary"
        ),
        .init(
            "POST /v1/render",
            .changedPNG { $0.filter { $0 != 13 } },
            .unsupportedMediaType,
            "Transfer the file as binary"
        ),
        .init(
            "POST /v1/render",
            .changed(asText),
            .unsupportedMediaType,
            "as bytes, not as characters"
        ),
        .init(
            "POST /v1/render",
            .changed { Array($0.prefix($0.count / 2)) },
            .damagedImage,
            "ends too early; with damage=partial, it is rendered as far as it can be read."
        ),
        .init(
            "POST /v1/render",
            .photo,
            .unsupportedContentCoding,
            "Send it without",
            fields: [("Content-Encoding", "gzip")]
        ),
        .init(
            "POST /v1/render",
            .photo,
            .digestMismatch,
            "does not match Content-Digest",
            fields: [("Content-Digest", "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:")]
        ),
        .init(
            "POST /v1/render",
            .photo,
            .malformedDigest,
            "not a dictionary of digests",
            fields: [("Content-Digest", "2cf24dba")]
        ),
        .init(
            "POST /v1/render",
            .photo,
            .notAcceptable,
            "excludes all formats",
            fields: [("Accept", "image/bmp")]
        ),
    ]

    /// Forms and scenes.
    static let forms: [Mistake] = [
        .init(
            "POST /v1/render",
            .form([.field("image", "photo.jpg")]),
            .unsupportedMediaType,
            "'curl -F image=@photo.jpg'"
        ),
        .init("POST /v1/render", .form([.field("blur", "2")]), .missingImage, "the part 'image'"),
        .init("POST /v1/render", .form([.file("photo", jpeg)]), .unknownParameter, "'image'"),
        .init("POST /v1/images", .form([.file("file", jpeg)]), .unknownParameter, "'image'"),
        .init("POST /v1/render", .photoForm([.field("blurr", "2")]), .unknownParameter, "'blur'"),
        .init(
            "POST /v1/render?blur=1",
            .photoForm([.field("blur", "2")]),
            .repeatedParameter,
            "'blur'"
        ),
        .init("POST /v1/render", .photoForm([.field("blur", "2,5")]), .malformedParameter, "'2.5'"),
        .init(
            "POST /v1/render",
            .text("image"),
            .malformedForm,
            "as 'curl -F' sends it",
            fields: [("Content-Type", "multipart/form-data")]
        ),
        .init("POST /v1/render/form", .photo, .malformedForm, "as 'curl -F' sends it"),
        .init(
            "POST /v1/render",
            .text("--a\r\n"),
            .unsupportedMediaType,
            "as multipart/form-data",
            fields: [("Content-Type", "multipart/mixed; boundary=a")]
        ),
        .init("POST /v1/render/scene", .text("{'panes': []}"), .malformedScene, "Line 1"),
        .init("POST /v1/render/scene", .text(#"{"panes": [],}"#), .malformedScene, "Line 1"),
        .init(
            "POST /v1/render/form",
            .photoForm([.field("scene", #"{"panes": []}"#)]),
            .invalidScene,
            "at least one layer"
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"blur": 20}"#),
            .invalidScene,
            "in the query string"
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"pane": []}"#),
            .invalidScene,
            "Did you mean 'layers'?"
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"panes": [{"tint": "red"}]}"#),
            .invalidScene,
            "Name a stored image here"
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"backdrop": {"digest": "{DIGEST}"}, "panes": [{"tint": "red"}]}"#),
            .invalidScene,
            "lowercase"
        ),
        .init(
            "POST /v1/render/scene?blur=2",
            .text(#"{"panes": [{"tint": "red"}]}"#),
            .conflictingParameters,
            "cannot be used with a scene"
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"panes": [{"tint": "red", "opacitiy": 0.5}]}"#),
            .invalidScene,
            "Did you mean 'opacity'?"
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"panes": [{"tint": "red", "border-radius": 9}]}"#),
            .invalidScene,
            "Did you mean 'corners'?"
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"panes": [{"blur": 20}]}"#),
            .invalidScene,
            #""filter": "blur(20px)"#
        ),
        .init(
            "POST /v1/render/scene",
            .text(
                #"{"geometry": {"crop": {"width": 0.5, "height": 0.5}}, "panes": [{"tint": "red"}]}"#
            ),
            .invalidScene,
            #"a share such as "50%""#
        ),
        .init(
            "POST /v1/render/scene",
            .text(#"{"panes": [{"material": "Thin"}]}"#),
            .invalidScene,
            "one of systemUltraThinMaterial"
        ),
    ]

    /// The beginning of a JPEG file.
    private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]

    private static let json = [("Content-Type", "application/json")]

    /// What `curl -d` makes of a file.
    private static func withoutLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        bytes.filter { ![0, 10, 13].contains($0) }
    }

    /// What a program makes of a file that it reads as UTF-8.
    private static func asText(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
}
