// SPDX-License-Identifier: Apache-2.0

import Effects
import Store
import Testing

@testable import Service

/// Scenes that are refused, and the longest that is read.
extension SceneReaderTests {
    /// Every kind of fault: the text, the place, and words of the sentence that tells of it.
    static let faults: [(text: String, pointer: String, detail: String)] = [
        ("{", "", "Line 1, column 2: the text ends too early."),
        ("[]", "", "It takes an object."),
        ("{}", "", "The member 'layers' is missing."),
        (#"{"panes":{}}"#, "/panes", "It takes an array of layers."),
        (#"{"panes":[1]}"#, "/panes/0", "It takes an object."),
        (#"{"pane":[]}"#, "/pane", "There is no member 'pane' here. Did you mean 'layers'?"),
        (#"{"panes":[],"xyzzy":1}"#, "/xyzzy", "There is no member 'xyzzy' here."),
        (#"{"panes":[],"panes":[]}"#, "/panes", "an object has two members 'panes'."),
        (#"{"panes":[],"contents":[]}"#, "/contents", "It is the same as 'panes'"),
        (
            #"{"layers":[{"alpha":1,"opacity":1}]}"#, "/layers/0/opacity",
            "It is the same as 'alpha'"
        ),
        (#"{"panes":[],"opacity":1}"#, "/opacity", "would cut off the backdrop"),
        (#"{"canvas":{"width":1}}"#, "/canvas", "The member 'height' is missing."),
        (
            #"{"canvas":{"width":"50%","height":1}}"#, "/canvas/width",
            "a positive number of pixels"
        ),
        (
            #"{"canvas":{"width":1,"height":1},"geometry":{"width":4}}"#, "/geometry",
            "A canvas is made in its size"
        ),
        (
            #"{"canvas":{"width":1,"height":1},"backdrop":{}}"#, "/backdrop",
            "on a canvas or on an image"
        ),
        (
            #"{"layers":[{"frame":{"x":1,"width":2,"right":3}}]}"#, "/layers/0/frame",
            "Two of 'x', 'width', 'right' are enough."
        ),
        (
            #"{"layers":[{"frame":{"centerX":1,"right":3}}]}"#, "/layers/0/frame",
            "'centerX' needs 'width', and no other position."
        ),
        (#"{"layers":[{"border":"2px"}]}"#, "/layers/0/border", "such as \"2px solid white\""),
        (#"{"layers":[{"border":"2px solid rde"}]}"#, "/layers/0/border", "This is not a color."),
        (#"{"layers":[{"boxShadow":"4px red"}]}"#, "/layers/0/boxShadow", "shadows as in CSS"),
        (#"{"layers":[{"shadow":{"x":1}}]}"#, "/layers/0/shadow", "'color' is missing."),
        (
            #"{"layers":[{"background":"linear-gradient(rde, red)"}]}"#, "/layers/0/background",
            "This is not a color."
        ),
        (
            #"{"layers":[{"text":"a","font":{"size":1},"fontSize":2}]}"#, "/layers/0/fontSize",
            "It is in 'font' already"
        ),
        (#"{"layers":[{"overflow":"auto"}]}"#, "/layers/0/overflow", "one of hidden, visible."),
        (#"{"panes":[],"mask":{}}"#, "/mask", "would cut off its backdrop"),
        (#"{"panes":[],"alpha":1}"#, "/alpha", "would cut off its backdrop"),
        (#"{"panes":[],"image":{}}"#, "/image", "the part 'image' of the form"),
        (#"{"panes":[],"direction":"up"}"#, "/direction", "It takes one of auto, ltr, rtl."),
        (#"{"panes":[],"backdrop":{}}"#, "/backdrop", "The member 'digest' is missing."),
        (
            #"{"panes":[],"backdrop":{"digest":"0A"}}"#, "/backdrop/digest",
            "64 lowercase hexadecimal"
        ),
        (#"{"panes":[{"matrial":"light"}]}"#, "/panes/0/matrial", "Did you mean 'material'?"),
        (
            #"{"panes":[{"material":"thin"}]}"#, "/panes/0/material",
            "It takes one of systemUltraThin"
        ),
        (
            #"{"panes":[{"material":"light","filter":"none"}]}"#, "/panes/0/filter",
            "A layer has a material or a filter, not both."
        ),
        (
            #"{"panes":[{"material":"light","edge":"clamp"}]}"#, "/panes/0/edge",
            "The edge mode of a material is fixed."
        ),
        (
            #"{"panes":[{"material":"light","kernel":"css3box"}]}"#, "/panes/0/kernel",
            "The kernel of a material is fixed."
        ),
        (#"{"panes":[{"edge":"clamp"}]}"#, "/panes/0/edge", "It has no effect without 'filter'."),
        (#"{"panes":[{"kernel":"css3box"}]}"#, "/panes/0/kernel", "no effect without 'filter'."),
        (
            #"{"panes":[{"filter":"sepia(1)","edge":"clamp"}]}"#, "/panes/0/edge",
            "It has no effect without a blur."
        ),
        (
            #"{"panes":[{"filter":"sepia(1)","kernel":"css3box"}]}"#, "/panes/0/kernel",
            "It has no effect without 'blur()'."
        ),
        (
            #"{"panes":[{"filter":"blur(2px)","kernel":"apple3box","edge":"mirror"}]}"#,
            "/panes/0/edge", "does not support the edge mode 'mirror'."
        ),
        (#"{"panes":[{"filter":"blurr(2px)"}]}"#, "/panes/0/filter", "did you mean 'blur'?"),
        (#"{"panes":[{"filter":2}]}"#, "/panes/0/filter", "It takes a filter list of CSS"),
        (##"{"panes":[{"tint":"#12"}]}"##, "/panes/0/tint", "This is not a color. Column 1:"),
        (#"{"panes":[{"tint":"red blue"}]}"#, "/panes/0/tint", "expected nothing after the color"),
        (#"{"panes":[{"tint":7}]}"#, "/panes/0/tint", "It takes a color of CSS"),
        (#"{"panes":[{"alpha":1.5}]}"#, "/panes/0/alpha", "It takes a number from 0 to 1."),
        (#"{"panes":[{"alpha":"1"}]}"#, "/panes/0/alpha", "It takes a number from 0 to 1."),
        (#"{"panes":[{"blend":"add"}]}"#, "/panes/0/blend", "It takes one of normal, multiply"),
        (#"{"panes":[{"group":1}]}"#, "/panes/0/group", "It takes a string."),
        (#"{"panes":[{"invert":1}]}"#, "/panes/0/invert", "It takes true or false."),
        (#"{"panes":[{"frame":[0,0,1,1]}]}"#, "/panes/0/frame", "It takes an object."),
        (#"{"panes":[{"frame":{"w":1}}]}"#, "/panes/0/frame/w", "There is no member 'w' here."),
        (#"{"panes":[{"frame":{"x":"1em"}}]}"#, "/panes/0/frame/x", "It takes a number of pixels"),
        (#"{"panes":[{"frame":{"x":65537}}]}"#, "/panes/0/frame/x", "It takes a number of pixels"),
        (#"{"panes":[{"shape":"star"}]}"#, "/panes/0/shape", "one of rectangle, ellipse, polygon."),
        (#"{"panes":[{"points":[[0,0]]}]}"#, "/panes/0/points", "Only a polygon has points."),
        (
            #"{"panes":[{"shape":"ellipse","corners":1}]}"#, "/panes/0/corners",
            "Only a rectangle has corners."
        ),
        (
            #"{"panes":[{"shape":"polygon","frame":{}}]}"#, "/panes/0/frame",
            "A polygon has points instead."
        ),
        (#"{"panes":[{"shape":"polygon"}]}"#, "/panes/0", "The member 'points' is missing."),
        (
            #"{"panes":[{"shape":"polygon","points":[[1]]}]}"#, "/panes/0/points/0",
            "It takes an array of two lengths."
        ),
        (
            #"{"panes":[{"corners":{"curve":"square"}}]}"#, "/panes/0/corners/curve",
            "It takes one of circular, continuous."
        ),
        (#"{"panes":[{"mask":{}}]}"#, "/panes/0/mask", "exactly one of 'digest', 'part'."),
        (
            #"{"panes":[{"mask":{"part":"a"}}]}"#, "/panes/0/mask/part",
            "The form has no file 'a'."
        ),
        (
            #"{"panes":[{"mask":{"part":"a","channel":"red"}}]}"#, "/panes/0/mask/part",
            "The form has no file 'a'."
        ),
        (#"{"panes":[{"contents":{}}]}"#, "/panes/0/contents", "It takes an array of layers."),
        (
            #"{"panes":[{"contents":[{"text":"a","image":{}}]}]}"#, "/panes/0/contents/0",
            "It needs exactly one of 'text', 'runs', 'image'."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","mode":"fit"}]}]}"#, "/panes/0/contents/0/mode",
            "There is no member 'mode' here."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","vibrancy":"lable"}]}]}"#,
            "/panes/0/contents/0/vibrancy", "It takes one of label, secondaryLabel"
        ),
        (
            #"{"panes":[{"contents":[{"text":1}]}]}"#, "/panes/0/contents/0/text",
            "It takes a string."
        ),
        (
            #"{"panes":[{"contents":[{"runs":[{"text":"a"},{"color":"red"}]}]}]}"#,
            "/panes/0/contents/0/runs/1", "The member 'text' is missing."
        ),
        (
            #"{"panes":[{"contents":[{"runs":[{"text":"a","colour":"red"}]}]}]}"#,
            "/panes/0/contents/0/runs/0/colour", "Did you mean 'color'?"
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","maximumLines":0}]}]}"#,
            "/panes/0/contents/0/maximumLines", "It takes a whole number from 1 to 1000."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","shadow":{"x":1}}]}]}"#,
            "/panes/0/contents/0/shadow", "The member 'color' is missing."
        ),
        (
            #"{"panes":[{"contents":[{"text":"a","font":{"weight":1.5}}]}]}"#,
            "/panes/0/contents/0/font/weight", "It takes a whole number from 100 to 1000."
        ),
        (
            #"{"panes":[{"contents":[{"image":{"digest":"x"}}]}]}"#,
            "/panes/0/contents/0/image/digest", "64 lowercase hexadecimal digits"
        ),
        (
            #"{"panes":[{"contents":[{"image":"x"}]}]}"#, "/panes/0/contents/0/image",
            "It takes an object with 'digest' or 'part'."
        ),
    ]

    @Test(arguments: faults)
    func `refuses, with the place and the reason`(
        fault: (text: String, pointer: String, detail: String)
    ) throws {
        do throws(SceneFault) {
            _ = try Self.read(fault.text)
            Issue.record("\(fault.text) is read")
        } catch {
            let problem = Problem(error)
            #expect(problem.pointer == fault.pointer, "\(fault.text)")
            #expect(problem.detail.contains(fault.detail), "\(fault.text): \(problem.detail)")
        }
    }

    @Test func `refuses files that the scene does not use`() {
        #expect(throws: SceneFault(.unusedPart("b"), at: .root)) {
            try Self.read(
                #"{"panes":[{"mask":{"part":"a"}}]}"#,
                parts: ["a": Digest(of: [1]), "b": Digest(of: [2])]
            )
        }
    }

    @Test func `reads as much text as its limit`() throws {
        let text = #"{"panes":[]}"#
        let space = String(repeating: " ", count: SceneReader.lengthLimit - text.utf8.count)
        #expect(try Self.read(text + space).scene.layers.isEmpty)
        #expect(throws: SceneFault(.tooLong(limit: SceneReader.lengthLimit), at: .root)) {
            try Self.read(text + space + " ")
        }
    }
}
