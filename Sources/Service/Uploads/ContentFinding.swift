// SPDX-License-Identifier: Apache-2.0

import Codecs

/// A guess about the content of an upload that is no picture, made from its first bytes.
enum ContentFinding: Hashable, Sendable {
    /// No bytes but white space.
    case empty
    /// A picture or a document in a format that is recognized, but not read.
    case format(ImageFormat)
    /// Markup, such as the page of an error.
    case markup
    /// JSON.
    case json
    /// A picture written in base64.
    case base64
    /// A `data:` address, which contains the bytes itself.
    case dataAddress
    /// An address on the web.
    case address
    /// Parameters as HTML forms encode them, such as `blur=20&width=400`.
    case parameters
    /// Other text, such as the name of a file.
    case text
    /// Text in a part of a form that states no file name.
    case field
    /// A file compressed by gzip.
    case gzip
    /// A ZIP archive.
    case zip
    /// A binary file that was read as text, so that invalid bytes were replaced.
    case replaced
    /// A PNG file from which line ends were removed.
    case stripped
    /// A PNG file whose line ends were converted.
    case converted
    /// A form of another type than multipart/form-data.
    case form(mediaType: String)
    /// Bytes of an unknown format.
    case unknown

    /// The number of leading bytes that are examined.
    static let byteCount = 16

    /// Guesses the content from the first bytes of a file; nil for a format that the service reads.
    init?(_ bytes: Span<UInt8>) {
        if let format = ImageFormat.sniff(bytes) {
            if format.isRead { return nil }
            self = .format(format)
            return
        }
        let start = (0..<min(bytes.count, Self.byteCount)).map { bytes[$0] }
        for (signature, finding) in Self.signatures where start.starts(with: signature) {
            self = finding
            return
        }
        let visible = start.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard let first = visible.first else {
            self = .empty
            return
        }
        let isText = visible.allSatisfy { byte in
            (0x20..<0x7f).contains(byte) || [0x09, 0x0a, 0x0d].contains(byte)
        }
        switch first {
        case UInt8(ascii: "<"): self = .markup
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case _ where visible.contains(UInt8(ascii: "=")) && isText: self = .parameters
        case _ where isText: self = .text
        default: self = .unknown
        }
    }

    /// The first bytes of kinds of content that are often sent by mistake.
    private static let signatures: [(start: [UInt8], finding: ContentFinding)] = [
        // JPEG and PNG files in base64.
        (Array("/9j/".utf8), .base64), (Array("iVBORw0KGgo".utf8), .base64),
        (Array("data:".utf8), .dataAddress),
        (Array("http://".utf8), .address), (Array("https://".utf8), .address),
        ([0x1f, 0x8b], .gzip), (Array("PK\u{3}\u{4}".utf8), .zip),
        // The replacement character in UTF-8.
        ([0xef, 0xbf, 0xbd], .replaced),
        // The signature of PNG has one line end of each kind.
        ([0x89] + Array("PNG\u{1a}".utf8), .stripped),
        ([0x89] + Array("PNG\n".utf8), .converted),
        ([0x89] + Array("PNG\r\r\n".utf8), .converted),
    ]

    /// The content in words that end a sentence beginning with "The image is".
    var name: String {
        switch self {
        case .empty: "empty"
        case .format(let format): format.name
        case .markup: "markup, such as HTML"
        case .json: "text, such as JSON"
        case .base64: "written in base64"
        case .dataAddress: "a data: address"
        case .address: "the address of something else"
        case .parameters: "text, such as parameters"
        case .text, .field: "text"
        case .gzip: "compressed by gzip"
        case .zip: "a ZIP archive"
        case .replaced: "damaged: it was read as text"
        case .stripped: "a PNG without its line ends"
        case .converted: "a PNG whose line ends were converted"
        case .form(let mediaType): "in a \(mediaType) body"
        case .unknown: "of an unknown format"
        }
    }

    /// The advice for the client, as one sentence or two.
    var cure: String {
        switch self {
        case .empty, .markup, .unknown: "Send the bytes of an image, such as a JPEG or PNG file."
        case .format(.raw): "Develop it first, or send the JPEG that the camera wrote with it."
        case .format: "Convert it to JPEG or PNG first."
        case .json:
            "Send the bytes of the image alone; a scene is for POST /v1/render/scene, or needs the media "
                + "type application/json."
        case .base64, .dataAddress:
            "Send the decoded bytes, as 'base64 -d' writes them."
        case .address: "Nothing is fetched from other addresses: send the file itself."
        case .parameters:
            "Write parameters in the query string, and send only the image: --data-binary @photo.jpg."
        case .text:
            "To send a file, write @ before its name, as in 'curl --data-binary @photo.jpg'."
        case .field:
            "To send a file in a form, write @ before its name, as in 'curl -F image=@photo.jpg'."
        case .gzip: "Send it uncompressed: images are compressed already."
        case .zip: "Send one image at a time, outside of archives."
        case .replaced: "Read and send the file as bytes, not as characters."
        case .stripped:
            "'curl -d' removes them: send the file by --data-binary, or in a form by -F."
        case .converted: "Transfer the file as binary, not as text."
        case .form: "Send a form as multipart/form-data, as 'curl -F' does."
        }
    }
}
