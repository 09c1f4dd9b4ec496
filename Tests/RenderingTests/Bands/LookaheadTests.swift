// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Rendering

@Suite struct LookaheadTests {
    @Test(arguments: [
        (1, 16, 16), (16, 16, 16), (1200, 16, 5), (4000, 8, 3), (4000, 16, 2), (50_000, 16, 2),
    ])
    func `goes further in narrow pictures`(width: Int, height: Int, portions: Int) {
        let lookahead = Lookahead(count: 1000, width: width, height: height)
        #expect(lookahead.portionsPerWakeup == portions)
        #expect(lookahead.portionCount == 2 * portions)
        #expect(lookahead.enough == 3 * portions / 2)
    }

    @Test(arguments: [(1, 2), (11, 2), (13, 3), (40, 10), (64, 16)])
    func `does not decode what is little to its end first`(count: Int, portions: Int) {
        let lookahead = Lookahead(count: count, width: 1, height: 1)
        #expect(lookahead.portionsPerWakeup == portions)
    }

    @Test func `takes no more memory in narrow pictures than in wide ones`() {
        let wide = Lookahead(count: 1000, width: 4096, height: 16)
        for width in 1...4096 {
            let narrow = Lookahead(count: 1000, width: width, height: 16)
            #expect(narrow.portionCount * width <= wide.portionCount * 4096)
        }
    }
}
