// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
        (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func `writes`(_ seconds: Int, _ text: String) {
        #expect(String(decoding: HTTPDate.text(seconds: seconds), as: UTF8.self) == text)
    }
}
