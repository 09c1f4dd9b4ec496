// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Service

/// What is drawn for a layer, and for layers on each other.
extension LayerRouteTests {
    @Test func `draws a border inside of the edge, along the corners`() async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas":{"width":60,"height":40},"layers":[{"frame":{"x":5,"y":5,"width":50,"height":30},
            "corners":10,"background":"white","border":"4px solid red"}]}
            """#
        )
        #expect(picture.rgba(4, 20)[3] == 0)
        #expect(picture.rgba(5, 20) == [65_535, 0, 0, 65_535])
        #expect(picture.rgba(8, 20) == [65_535, 0, 0, 65_535])
        #expect(picture.rgba(9, 20) == [65_535, 65_535, 65_535, 65_535])
        #expect(picture.rgba(30, 34) == [65_535, 0, 0, 65_535])
        // The corner is cut off, and the inside is round as well.
        #expect(picture.rgba(5, 5)[3] == 0)
        #expect(picture.rgba(9, 9) != [65_535, 65_535, 65_535, 65_535])
        let area = 50.0 * 30 - (4 - Double.pi) * 100
        #expect(abs(Self.alphas(picture) - area) < 0.5)
    }

    @Test func `casts a shadow around a layer and not beneath it`() async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas":{"width":80,"height":80},"layers":[{"frame":{"x":20,"y":20,"width":40,"height":40},
            "boxShadow":"0 0 16px black"}]}
            """#
        )
        for x in 20..<60 { #expect(picture.rgba(x, 40)[3] == 0) }
        // Half of the shadow's strength at the edge, as of an edge that is blurred.
        let edge = Double(picture.rgba(60, 40)[3]) / 65_535
        #expect(abs(edge - 0.475) < 0.02)
        #expect(picture.rgba(60, 40)[3] > picture.rgba(66, 40)[3])
        #expect(picture.rgba(79, 79)[3] < 700)
    }

    /// Gradients with a color at the center of a pixel, and the next one closer than a number can divide by.
    @Test(
        arguments: [
            "radial-gradient(circle 10px at 0.5px 0.5px, red 0px, blue 1e-310px)",
            "linear-gradient(to right, red 0.5px, blue 0.5px, lime 1e-310px)",
            "conic-gradient(at 10px 10.5px, red 0deg, blue 1e-310deg)",
            "repeating-linear-gradient(to right, red 0px, blue 1e-310px)",
            "linear-gradient(in oklch, red 0px, blue 1e-310px)",
        ]
    )
    func `draws gradients whose colors are as good as at one place`(gradient: String) async throws {
        for x in [0, 0.5] {
            let picture = try await Self.drawn(
                """
                {"canvas":{"width":20,"height":20},"layers":[{"frame":{"x":\(x)},"background":"\(gradient)"}]}
                """
            )
            #expect(picture.rgba(19, 19)[3] == 65_535)
        }
    }

    @Test func `draws a horizontal gradient on a shape whose top is outside of the canvas`()
        async throws
    {
        let layer = #""shape":"ellipse","frame":{"x":60,"y":0,"width":100,"height":100}"#
        for gradient in ["to right, red, blue", "red, blue"] {
            let picture = try await Self.drawn(
                """
                {"canvas":{"width":100,"height":100},"layers":[{\(layer),"background":"linear-gradient(\(gradient))"}]}
                """
            )
            #expect(picture.rgba(99, 50)[3] == 65_535)
            // The circle's part left of its center, without the last ten columns.
            let angle = acos(10.0 / 50)
            #expect(abs(Self.alphas(picture) - 2_500 * (angle - sin(2 * angle) / 2)) < 2)
        }
    }

    @Test func `draws a gradient from the edge of its layer`() async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas":{"width":30,"height":4},"layers":[{"frame":{"x":10,"width":20},
            "background":"linear-gradient(90deg, black, white)"}]}
            """#
        )
        #expect(picture.rgba(9, 1)[3] == 0)
        for x in 0..<20 {
            let value = Double(picture.rgba(10 + x, 2)[0]) / 65_535
            #expect(abs(value - (Double(x) + 0.5) / 20) < 0.6 / 255, "\(x)")
        }
    }

    @Test func `a group with an opacity is drawn apart`() async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas":{"width":30,"height":10},"layers":[{"opacity":0.5,"layers":[
            {"frame":{"width":20},"background":"red"},{"frame":{"x":10,"width":20},"background":"blue"}]}]}
            """#
        )
        let half: UInt16 = 32_896
        #expect(picture.rgba(5, 5) == [65_535, 0, 0, half])
        // Red does not show through blue.
        #expect(picture.rgba(15, 5) == [0, 0, 65_535, half])
    }

    @Test func `layers on a layer are clipped to its corners`() async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas":{"width":40,"height":40},"layers":[{"corners":"50%","layers":[{"background":"red"}]}]}
            """#
        )
        #expect(abs(Self.alphas(picture) - .pi * 400) < 0.5)
        let whole = try await Self.drawn(
            #"""
            {"canvas":{"width":40,"height":40},"layers":[
            {"corners":"50%","overflow":"visible","layers":[{"background":"red"}]}]}
            """#
        )
        #expect(Self.alphas(whole) == 1600)
    }

    @Test func `a pane in a group sees what lies beneath the group`() async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas":{"width":40,"height":20,"background":"white"},"layers":[{"frame":{"x":10,"width":20},"layers":[
            {"background":"red","frame":{"width":10}},{"filter":"invert(1)"}]}]}
            """#
        )
        #expect(picture.rgba(5, 5) == [65_535, 65_535, 65_535, 65_535])
        #expect(picture.rgba(15, 5) == [0, 65_535, 65_535, 65_535])
        #expect(picture.rgba(25, 5) == [0, 0, 0, 65_535])
        #expect(picture.rgba(35, 5) == [65_535, 65_535, 65_535, 65_535])
    }

    @Test func `refuses a pane on a layer that is drawn apart`() async throws {
        let text = #"""
            {"canvas":{"width":4,"height":4},"layers":[{"opacity":0.5,"layers":[{"filter":"invert(1)"}]}]}
            """#
        let reply = try await TestService(.router).send(Self.post(text))
        #expect(reply.status == 400)
        #expect(try reply.problem()["pointer"] as? String == "/layers/0")
    }

    @Test(
        arguments: [
            ("xor", [65_535, 0, 0, 65_535], 0, [0, 0, 65_535, 65_535]),
            ("destination-out", [65_535, 0, 0, 65_535], 0, nil),
            ("source-in", [65_535, 0, 0, 65_535], 65_535, nil),
        ] as [(String, [UInt16], UInt16, [UInt16]?)]
    )
    func `combines layers by the operators of Porter and Duff`(
        mode: String,
        left: [UInt16],
        middle: UInt16,
        right: [UInt16]?
    ) async throws {
        let picture = try await Self.drawn(
            #"""
            {"canvas":{"width":30,"height":4},"layers":[{"frame":{"width":20},"background":"red"},
            {"frame":{"x":10,"width":20},"background":"blue","blend":"\#(mode)"}]}
            """#
        )
        #expect(picture.rgba(5, 2) == left)
        #expect(picture.rgba(15, 2)[3] == middle)
        if let right {
            #expect(picture.rgba(25, 2) == right)
        } else {
            #expect(picture.rgba(25, 2)[3] == 0)
        }
    }
}
