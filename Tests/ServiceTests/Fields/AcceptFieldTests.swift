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

    @Test(arguments: ["text/html", "image/webp", "image/*;q=0", "image/png;q=0, image/jpeg;q=0.0"])
    func `finds nothing where both formats are excluded`(field: String) {
        let accept = AcceptField(field)
        #expect(FormatNegotiation.format(for: nil, accept: accept, picture: .jpeg) == nil)
        #expect(!FormatNegotiation.isPossible(nil, accept: accept))
        #expect(FormatNegotiation.format(for: .png, accept: accept, picture: .jpeg) == .png)
        #expect(FormatNegotiation.isPossible(.png, accept: accept))
    }
}
