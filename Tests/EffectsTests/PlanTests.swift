// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct PlanTests {
    @Test func `blurs before it saturates`() throws {
        let plan = Plan(
            blur: try GaussianBlur(sigma: 20),
            saturate: try Saturation(amount: 1.8)
        )
        #expect(plan.description == "blur(sigma 20 edge clamp) saturate(amount 1.8)")
    }

    @Test func `leaves out the steps that change nothing`() throws {
        let plan = Plan(
            blur: try GaussianBlur(sigma: 0, edge: .transparent),
            saturate: try Saturation(amount: 1)
        )
        #expect(plan == Plan([]))
        #expect(plan.description == "none")
    }

    @Test func `the final sigma is the greatest of the blurs after the last sharp step`() throws {
        let (weak, strong) = (try GaussianBlur(sigma: 3), try GaussianBlur(sigma: 9))
        let box = try BoxBlur(sigma: 5, kind: .css3box, edge: .clamp)
        #expect(Plan([]).finalSigma == 0)
        #expect(Plan(filters: [.blur(strong), .color(.saturate(2)), .blur(weak)]).finalSigma == 9)
        #expect(Plan(filters: [.boxBlur(box)]).finalSigma == 5)
        #expect(Plan(filters: [.blur(strong), .pixelate(8)]).finalSigma == 0)
        #expect(Plan(filters: [.blur(strong), .pixelate(8), .blur(weak)]).finalSigma == 3)
        let panes = Plan.Step.panes([])
        #expect(Plan([.filter(.blur(strong)), panes]).finalSigma == 9, "an empty step is left out")
    }

    @Test(arguments: EdgeMode.allCases)
    func `tells edge modes apart`(edge: EdgeMode) throws {
        let texts = try EdgeMode.allCases.filter { other in
            let one = Plan(blur: try GaussianBlur(sigma: 2, edge: edge), saturate: nil)
            let two = Plan(blur: try GaussianBlur(sigma: 2, edge: other), saturate: nil)
            return one.description == two.description
        }
        #expect(texts == [edge])
    }

    @Test(arguments: [0, 0.3, 1000] as [Float])
    func `accepts a sigma up to the ends of its range`(sigma: Float) throws {
        #expect(try GaussianBlur(sigma: sigma).sigma == sigma)
    }

    @Test(arguments: [-0.001, 1000.001, .nan, .infinity, -.infinity] as [Float])
    func `refuses a sigma outside its range`(sigma: Float) {
        #expect(throws: EffectError.outOfRange(parameter: .blur)) {
            try GaussianBlur(sigma: sigma)
        }
    }

    @Test(arguments: [0, 1, 100] as [Double])
    func `accepts a saturation up to the ends of its range`(amount: Double) throws {
        #expect(try Saturation(amount: amount).amount == amount)
    }

    @Test(arguments: [-0.001, 100.001, .nan, .infinity] as [Double])
    func `refuses a saturation outside its range`(amount: Double) {
        #expect(throws: EffectError.outOfRange(parameter: .saturate)) {
            try Saturation(amount: amount)
        }
    }

    @Test func `takes negative zero for zero`() throws {
        #expect(try Saturation(amount: -0.0) == Saturation(amount: 0))
        let plan = Plan(blur: nil, saturate: try Saturation(amount: -0.0))
        #expect(plan.description == "saturate(amount 0)")
    }
}
