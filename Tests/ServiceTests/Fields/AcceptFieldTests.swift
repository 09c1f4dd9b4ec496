// SPDX-License-Identifier: Apache-2.0

import Codecs
import Testing

@testable import Service

@Suite
struct AcceptFieldTests {
    private func weight(_ field: String?, _ subtype: String) -> Int {
        AcceptField(field).weight(ofType: "image", subtype: subtype)
    }

    @Test(
        arguments: [
            (nil, 1000), ("", 1000), (" , ,", 1000), ("*/*", 1000), ("image/*", 1000),
            ("image/png", 1000), ("IMAGE/PNG", 1000), ("image/jpeg", 0), ("text/html", 0),
            ("image/png;q=0.5", 500), ("image/png ; Q=0.123", 123), ("image/png;q=0", 0),
            ("image/png;q=1.000", 1000), ("image/png;q=0.", 0), ("*/*;q=0.1, image/png;q=0.9", 900),
            ("image/png;q=0, */*", 0), ("image/*;q=0.2, image/png;q=0.1", 100),
            ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", 1000),
            ("text/html;level=\"1,2\", image/png;q=0.7", 700), ("image/png;q=0.4;ext=1", 400),
        ] as [(String?, Int)]
    )
    func `weighs a media type by its most specific range`(field: String?, expected: Int) {
        #expect(weight(field, "png") == expected)
    }

    @Test(arguments: [
        "image/png;q=2", "image/png;q=0.1234", "image/png;q=-1", "image/png;q=1.001",
        "image/png;q=", "image/png;q", "image", "image/", "/png", "*/png", "image/png/x",
        "im age/png",
    ])
    func `leaves out a member that is malformed`(member: String) {
        #expect(weight("\(member), image/jpeg", "png") == 0)
        #expect(weight(member, "png") == 1000)
    }

    @Test(
        arguments: [
            (nil, ImageFormat.jpeg, OutputFormat.jpeg), (nil, .png, .png), (nil, .gif, .png),
            ("*/*", .png, .png),
            ("image/png", .jpeg, .png), ("image/png;q=0.9, image/jpeg;q=0.8", .jpeg, .png),
            ("image/png, image/jpeg", .jpeg, .jpeg), ("image/*", .png, .png),
            ("image/jpeg;q=0, */*", .jpeg, .png),
        ] as [(String?, ImageFormat, OutputFormat)]
    )
    func `prefers what the client does, then the upload's own`(
        field: String?,
        own: ImageFormat,
        expected: OutputFormat
    ) {
        let accept = AcceptField(field)
        #expect(FormatNegotiation.format(for: nil, accept: accept, picture: own) == expected)
    }

    @Test(
        arguments: [
            (
                "image/avif,image/webp,image/apng,image/*,*/*;q=0.8", ImageFormat.jpeg,
                OutputFormat.webp
            ),
            ("image/webp;q=0.8,image/jpeg", .jpeg, .jpeg), ("*/*", .jpeg, .jpeg),
            ("image/*", .jpeg, .jpeg), ("image/webp,*/*", .png, .png), (nil, .webp, .webp),
            ("image/webp", .png, .webp), ("image/webp,*/*", .heic, .webp), (nil, .heic, .jpeg),
        ] as [(String?, ImageFormat, OutputFormat)]
    )
    func `takes WebP in place of JPEG where the client names it`(
        field: String?,
        own: ImageFormat,
        expected: OutputFormat
    ) {
        let format = FormatNegotiation.format(
            for: nil,
            accept: AcceptField(field),
            picture: own,
            among: [.jpeg, .png, .webp]
        )
        #expect(format == expected)
        let without = FormatNegotiation.format(
            for: nil,
            accept: AcceptField(field ?? "*/*"),
            picture: own,
            among: [.jpeg, .png]
        )
        #expect(without != .webp)
    }

    @Test(
        arguments: [
            ("image/avif,image/webp,*/*", false, .jpeg, FormatPreference.auto, OutputFormat.webp),
            ("image/avif,image/webp,*/*", true, .jpeg, .auto, .avif),
            ("image/webp,*/*", true, .png, .auto, .webp), ("*/*", true, .jpeg, .auto, .jpeg),
            ("image/avif;q=0.5,image/jpeg", true, .jpeg, .auto, .jpeg),
            ("*/*", false, .png, .size, .avif), (nil, false, .jpeg, .size, .avif),
            ("image/jpeg,image/png", false, .jpeg, .size, .jpeg),
            ("image/avif,image/webp,*/*", true, .jpeg, .speed, .jpeg),
            ("image/avif", false, .jpeg, .speed, .avif), (nil, false, .webp, .speed, .webp),
        ] as [(String?, Bool, ImageFormat, FormatPreference, OutputFormat)]
    )
    func `takes the smallest format for a client that wants it`(
        field: String?,
        savesData: Bool,
        own: ImageFormat,
        preference: FormatPreference,
        expected: OutputFormat
    ) {
        let format = FormatNegotiation.format(
            for: nil,
            preferring: preference,
            savesData: savesData,
            accept: AcceptField(field),
            picture: own,
            among: [.jpeg, .png, .webp, .avif]
        )
        #expect(format == expected)
    }

    @Test(arguments: ["text/html", "image/bmp", "image/*;q=0", "image/png;q=0, image/jpeg;q=0.0"])
    func `finds nothing where both formats are excluded`(field: String) {
        let accept = AcceptField(field)
        #expect(FormatNegotiation.format(for: nil, accept: accept, picture: .jpeg) == nil)
        #expect(!FormatNegotiation.isPossible(nil, accept: accept))
        #expect(FormatNegotiation.format(for: .png, accept: accept, picture: .jpeg) == .png)
        #expect(FormatNegotiation.isPossible(.png, accept: accept))
    }
}
