// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Service
import Testing

@testable import FrostpaneCommand

@Suite struct RenderArgumentsTests {
    /// What is wrong with a command line.
    static func faults(_ arguments: [String]) -> [String] {
        do {
            _ = try RenderArguments(arguments)
            return []
        } catch {
            return error.sentences
        }
    }

    @Test func `reads paths and parameters in any order`() throws {
        let arguments = try RenderArguments(["--blur", "20", "a.jpg", "--saturate=1.8", "b.png"])
        #expect(arguments.inputs == ["a.jpg"])
        #expect(arguments.destination == .file("b.png"))
        #expect(arguments.parameters.blur == Length(20))
        #expect(arguments.parameters.saturate == 1.8)
        #expect(arguments.format == .png)
    }

    @Test func `reads several inputs for a folder`() throws {
        let arguments = try RenderArguments(["a.jpg", "b.png", "--into", "out", "--workers", "2"])
        #expect(arguments.inputs == ["a.jpg", "b.png"])
        #expect(arguments.destination == .folder("out"))
        #expect(arguments.format == nil)
        #expect(arguments.configuration.workers == 2)
    }

    @Test func `reads the variables of the options that it shares with the server`() throws {
        let environment = [
            "FROSTPANE_ISA": "scalar", "FROSTPANE_MAX_SIDE": "7", "FROSTPANE_DRAIN": "never",
        ]
        let arguments = try RenderArguments(["a.png", "b.png"], environment: environment)
        #expect(arguments.configuration.instructionSet == .scalar)
        #expect(arguments.configuration.sideLimit == 7)
        let flag = try RenderArguments(
            ["a.png", "b.png", "--isa=vector"],
            environment: environment
        )
        #expect(flag.configuration.instructionSet == .vector)
    }

    @Test func `takes flags of parameters without a value or with one`() throws {
        #expect(
            try RenderArguments(["a", "b.jpg", "--progressive"]).parameters.encoder[
                flag: .progressive
            ]
        )
        #expect(
            try !RenderArguments(["a", "b.jpg", "--progressive=0"]).parameters.encoder[
                flag: .progressive
            ]
        )
    }

    @Test func `takes everything after two dashes for a path`() throws {
        let arguments = try RenderArguments(["--quiet", "--", "--a.jpg", "-b.png"])
        #expect(arguments.inputs == ["--a.jpg"])
        #expect(arguments.destination == .file("-b.png"))
        #expect(arguments.isQuiet)
    }

    @Test(arguments: [
        ("x.jpg", "jpeg"), ("x.JPEG", "jpeg"), ("a.png/x.jpe", "jpeg"), ("x.y.PNG", "png"),
    ])
    func `knows the format by the ending of the output`(path: String, format: String) throws {
        #expect(try RenderArguments(["in", path]).format?.rawValue == format)
    }

    @Test func `lets a stated format win over the ending`() throws {
        #expect(try RenderArguments(["in", "out.png", "--format", "jpeg"]).format == .jpeg)
        #expect(try RenderArguments(["in", "out.data", "--format", "auto"]).format == nil)
        #expect(try RenderArguments(["in", "-"]).format == nil)
    }

    @Test(arguments: [
        ([], "name an input and an output: frostpane render IN OUT"),
        (["a"], "name an input and an output: frostpane render IN OUT"),
        (["a", "b", "c.png"], "use --into FOLDER for several files"),
        (["--into", "out"], "name the files to render"),
        (["-", "--into", "out"], "an image from a pipe has no name: give OUT"),
        (["a", "b.png", "--blurr", "3"], "there is no option '--blurr'; did you mean --blur?"),
        (["a", "b.png", "--sigma", "3"], "there is no option '--sigma'; did you mean --blur?"),
        (
            ["a", "b.png", "--redact", "1"],
            "--redact takes no value after a space; write --redact or --redact=1"
        ),
        (
            ["a", "b.png", "--no-clober"],
            "there is no option '--no-clober'; did you mean --no-clobber?"
        ),
        (["a", "b.png", "-q"], "there is no option '-q'; --help lists them"),
        (
            ["a", "b.png", "--blur"],
            "--blur needs a value: a length such as 20, 20px or 8pt, from 0 to 1000 pixels"
        ),
        (["a", "b.png", "--blur", "1", "--blur", "2"], "'blur' is given more than once."),
        (
            ["a", "b.png", "--blur", "1001"],
            "'blur' takes a length such as 20, 20px or 8pt, from 0 to 1000 pixels."
        ),
        (
            ["a", "b.png", "--quality", "5"],
            "'quality' has no effect in the requested format."
        ),
        (
            [
                "a", "b.png", "--filter",
                "variable-blur(8px mask(\(String(repeating: "0", count: 64))))",
            ],
            "'filter' names a stored image, and only a server stores images"
        ),
        (["a", "b.png", "--mask"], "--mask needs a value: the path of an image file"),
        (["a", "b.png", "--quiet=no"], "--quiet takes no value"),
        (["a", "b.png", "--jobs", "0"], "--jobs takes a whole number, from 1 to 1024"),
        (["a", "b.png", "--jobs", "+1"], "--jobs takes a whole number, from 1 to 1024"),
        (["a", "--into", "x", "--into", "y"], "--into is given more than once"),
        (
            ["a", "b.png", "--material", "glass"],
            "'material' takes a name that 'frostpane effects materials' lists, auto, or none."
        ),
        (
            ["a", "b.png", "--scene", "s.json", "--blur", "3"],
            "'blur' cannot be used with a scene: set the effects of its panes."
        ),
        (
            ["a", "b.bmp"],
            "the name 'b.bmp' has no known extension: use .jpg or .png or .gif or .apng or .webp or .avif or .jxl, "
                + "or give --format; to write into a folder, use --into FOLDER"
        ),
        (
            ["a", "b.png", "--workers", "0"],
            "'--workers': '0' is not accepted; it takes a whole number, from 1 to 1024"
        ),
    ])
    func `says what is wrong`(arguments: [String], sentence: String) {
        #expect(Self.faults(arguments).contains(sentence), "\(Self.faults(arguments))")
    }

    @Test func `says everything that is wrong at once`() {
        #expect(Self.faults(["a", "b.bmp", "--foo", "--blur", "x"]).count == 3)
        let line = [
            "a", "--edge", "x", "--blurr", "3", "--saturate", "y", "--workers", "0", "--jobs", "z",
            "--blur",
        ]
        #expect(Self.faults(line).count == 7, "\(Self.faults(line))")
    }

    @Test func `reads the options for files`() throws {
        let line = [
            "in", "--into", "out", "--recursive", "--no-clobber", "--jobs=3", "--mask", "m.png",
            "--blur=2",
        ]
        let arguments = try RenderArguments(line)
        #expect(arguments.isRecursive && arguments.keepsExisting)
        #expect(arguments.jobs == 3)
        #expect(arguments.mask == "m.png")
        #expect(try RenderArguments(["a", "b.png", "--scene", "s.json"]).scene == "s.json")
    }

    @Test func `takes only its own parameters for a gallery`() throws {
        let arguments = try RenderArguments(
            ["a", "b.jpg", "--scale", "2", "--quality", "50"],
            isGallery: true
        )
        #expect(arguments.isGallery)
        #expect(throws: Complaint.self) {
            try RenderArguments(["a", "b.jpg", "--blur", "2"], isGallery: true)
        }
    }
}
