// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Store
import TestSupport
import Testing

@testable import Service

@Suite
struct MistakeTests {
    private static let all =
        Mistake.names + Mistake.values + Mistake.combinations + Mistake.addresses + Mistake.bodies
        + Mistake.forms

    @Test(arguments: Transport.allCases)
    func `answers every plausible mistake with its cure`(transport: Transport) async throws {
        #expect(Self.all.count >= 100)
        let service = try TestService(transport)
        let (photo, png) = (try TestPicture.make(), try TestPicture.png())
        let digest = Digest(of: photo).hex
        #expect(try await service.send(.post("/v1/images", photo)).status == 201)
        for mistake in Self.all {
            let call = mistake.call(photo: photo, png: png, digest: digest)
            let reply = try await service.send(call)
            #expect(reply.status == mistake.problem.status.code, "\(mistake.testDescription)")
            guard reply["Content-Type"] == "application/problem+json" else { continue }
            let problem = try reply.problem()
            let detail = problem["detail"] as? String ?? ""
            #expect(problem["type"] as? String == mistake.problem.uri, "\(mistake.testDescription)")
            let cure = mistake.cure.replacing("{digest}", with: digest)
            #expect(detail.contains(cure), "\(mistake.testDescription)\n\(detail)")
            #expect(reply.body.last == UInt8(ascii: "\n"))
        }
    }

    @Test(
        arguments: [
            "systemThinMaterial", ".systemThinMaterial", "UIBlurEffect.Style.systemThinMaterial",
            "UIBlurEffectStyleSystemThinMaterial", "thinMaterial", ".thinMaterial",
        ]
    )
    func `accepts the names that Swift, Objective-C and SwiftUI have`(name: String) async throws {
        let service = try TestService(.router)
        let photo = try TestPicture.make()
        let expected = try await service.send(
            .post("/v1/render?material=systemThinMaterial", photo)
        )
        let reply = try await service.send(.post("/v1/render?material=\(name)", photo))
        #expect(reply.status == 200)
        #expect(reply["ETag"] == expected["ETag"])
        let pane = "{\"panes\":[{\"material\":\"\(name)\"}]}"
        let form = Form([.file("image", photo), .field("scene", pane)])
        let call = Call.post("/v1/render/form", form.bytes, [("Content-Type", form.type)])
        #expect(try await service.send(call).status == 200)
    }

    @Test(
        arguments: [
            ("blur=20px", "blur=20"), ("blur=15pt&scale=2", "blur=30"),
            ("saturate=180%25", "saturate=1.8"), ("background=transparent", "background=fff"),
            ("blur=2&background=rgb(100%25+0+0)", "blur=2&background=red"),
            ("material=regular&scale=1.5", "material=regular&scale=1.50"),
            ("blur=.5", "blur=0.5"), ("saturate=.5", "saturate=0.5"), ("rotate=-.5", "rotate=-0.5"),
            ("region=.5,.5,9.5,9&blur=2", "region=0.5,0.5,9.5,9&blur=2"),
            ("filter=gaussianBlur(2px)", "filter=blur(2px)"),
            ("filter=colorInvert()", "filter=invert()"),
            ("format=jpg", "format=jpeg"), ("format=JPEG", "format=jpeg"),
            ("format=.png", "format=png"), ("format=image/png", "format=png"),
            ("format=Auto", ""), ("quality=0.8", "quality=80"), ("quality=.82", "quality=82"),
            ("width=9&height=9&fit=COVER", "width=9&height=9&fit=cover"),
            (
                "width=9&height=9&fit=.scaleAspectFill",
                "width=9&height=9&fit=cover"
            ),
            ("material=regular&appearance=Dark", "material=regular&appearance=dark"),
            ("material=Regular&appearance=.dark", "material=regular&appearance=dark"),
            ("material=SYSTEMTHINMATERIAL", "material=systemThinMaterial"),
            ("material=auto&text=.secondaryLabel", "material=auto&text=secondaryLabel"),
            (
                "material=auto&text=UIVibrancyEffectStyleSecondaryLabel",
                "material=auto&text=secondaryLabel"
            ),
            ("blur=2&edge=Mirror", "blur=2&edge=mirror"), ("flip=H", "flip=h"),
            ("redact=TRUE&region=0,0,40,40", "redact=1&region=0,0,40,40"),
        ]
    )
    func `accepts the spellings that CSS, Swift and people have`(query: String, plain: String)
        async throws
    {
        let service = try TestService(.router)
        let photo = try TestPicture.make()
        let expected = try await service.send(.post("/v1/render?\(plain)", photo))
        let reply = try await service.send(.post("/v1/render?\(query)", photo))
        #expect(reply.status == 200)
        if query.hasPrefix("redact") { return }
        let tag = try #require(reply["ETag"])
        #expect(tag == expected["ETag"])
        let other = try await service.send(.post("/v1/render?blur=7", photo))
        #expect(tag != other["ETag"])
    }

    @Test
    func `accepts the name that Core Animation has for saturate`() async throws {
        let service = try TestService(.router)
        let photo = try TestPicture.make()
        let expected = try await service.send(.post("/v1/render?filter=saturate(1.8)", photo))
        let reply = try await service.send(.post("/v1/render?filter=colorSaturate(1.8)", photo))
        #expect(reply.status == 200)
        #expect(reply["ETag"] == expected["ETag"])
    }

    @Test(arguments: Transport.allCases)
    func `ignores the parameters that the operator lists, in every address`(
        transport: Transport
    ) async throws {
        let service = try TestService(transport) {
            $0.ignoredParameters = NamePatterns("utm_*,fbclid") ?? NamePatterns()
        }
        let photo = try TestPicture.make()
        let query = "utm_source=news&fbclid=x"
        let kept = try await service.send(.post("/v1/images?\(query)", photo))
        #expect(kept.status == 201)
        let target = "/v1/images/\(Digest(of: photo).hex)/render?blur=2"
        let plain = try await service.send(.get(target))
        let tracked = try await service.send(.get("\(target)&\(query)"))
        #expect(tracked.status == 200)
        #expect(tracked["ETag"] == plain["ETag"])
        #expect(try await service.send(.get("\(target)&gclid=x")).status == 400)
    }

    @Test(arguments: ["", "*", "a b", "u*m", "utm_*,", "blur", "q*"])
    func `refuses lists of names that would take away a parameter`(text: String) {
        #expect(NamePatterns(text) == nil)
    }

    @Test
    func `has no words of the code in its answers`() {
        let features = UnsupportedFeature.allCases.map {
            (name: $0.rawValue, problem: Problem(CodecError.unsupportedFeature($0)))
        }
        let violations = RequestViolation.allCases.map {
            (name: $0.rawValue, problem: Problem(HTTPFault.badRequest($0)))
        }
        for (name, problem) in features + violations where name.contains(where: \.isUppercase) {
            #expect(!problem.detail.contains(name))
        }
    }
}
