// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Rendering

@Suite struct LookaheadTests {
    @Test(arguments: [
        (1, 16, 16), (16, 16, 16), (1200, 16, 5), (4000, 8, 3), (4000, 16, 2), (50_000, 16, 2),
    ])
    func `goes further in narrow pictures`(width: Int, height: Int, portions: Int) {
        let lookahead = Lookahead(width: width, height: height)
        #expect(lookahead.portionsPerWakeup == portions)
        #expect(lookahead.portionCount == 2 * portions)
    }

    @Test func `takes no more memory in narrow pictures than in wide ones`() {
        let wide = Lookahead(width: 4096, height: 16)
        for width in 1...4096 {
            let narrow = Lookahead(width: width, height: 16)
            #expect(narrow.portionCount * width <= wide.portionCount * 4096)
            #expect(narrow.portionsPerWakeup < narrow.portionCount)
        }
    }
}
