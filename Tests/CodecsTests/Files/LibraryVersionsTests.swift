// SPDX-License-Identifier: Apache-2.0

import Codecs
import Testing

@Suite
struct LibraryVersionsTests {
    @Test
    func `names each library with its version`() throws {
        let names = LibraryVersions.current.map { $0.prefix { $0 != " " } }
        #expect(names == ["libjpeg-turbo", "libpng", "zlib", "lcms"])
        for text in LibraryVersions.current {
            #expect(text.wholeMatch(of: /[a-z\-]+ [0-9]+\.[0-9]+(\.[0-9]+)*\S*/) != nil, "\(text)")
        }
    }
}
