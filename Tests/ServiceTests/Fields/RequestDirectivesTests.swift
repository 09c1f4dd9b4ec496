// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite struct RequestDirectivesTests {
    @Test(
        arguments: [
            (nil, false, false), ("", false, false), ("no-cache", true, false),
            ("No-Store", false, true), ("max-age=0, no-cache, no-store", true, true),
            ("x=\"no-cache\"", false, false), ("no-cache=x", true, false),
            ("max-age=0", false, false),
        ] as [(String?, Bool, Bool)]
    )
    func `reads the directives that concern this cache`(
        value: String?,
        rendersAnew: Bool,
        keepsNothing: Bool
    ) {
        let directives = RequestDirectives(value)
        #expect(directives.rendersAnew == rendersAnew)
        #expect(directives.keepsNothing == keepsNothing)
    }
}
