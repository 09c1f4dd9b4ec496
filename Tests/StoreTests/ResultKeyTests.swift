// SPDX-License-Identifier: Apache-2.0

import Store
import Testing

@Suite struct ResultKeyTests {
    let source = Digest(of: [1, 2, 3])

    @Test func `is equal for the same source and recipe`() {
        let key = ResultKey(source: source, recipe: ["blur(20)", "jpeg"])
        #expect(key == ResultKey(source: source, recipe: ["blur(20)", "jpeg"]))
        #expect(key.source == source)
    }

    @Test(arguments: [
        ["blur(20)", "png"], ["blur(20)jpeg"], ["jpeg", "blur(20)"], ["blur(20)", "jpeg", ""],
        ["blur(20", ")jpeg"], [],
    ])
    func `differs for another recipe, wherever its parts are split`(recipe: [String]) {
        let key = ResultKey(source: source, recipe: ["blur(20)", "jpeg"])
        #expect(key != ResultKey(source: source, recipe: recipe))
    }

    @Test func `differs for another source`() {
        let other = Digest(of: [1, 2, 4])
        #expect(ResultKey(source: source, recipe: ["a"]) != ResultKey(source: other, recipe: ["a"]))
    }
}
