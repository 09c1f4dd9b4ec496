// SPDX-License-Identifier: Apache-2.0

import Service

extension Mistake {
    /// Names of parameters that do not exist.
    static let names: [Mistake] = [
        .init("blurr=20", .unknownParameter, "Did you mean 'blur'?"),
        .init("BLUR=20", .unknownParameter, "Did you mean 'blur'?"),
        .init("sigma=3", .unknownParameter, "Did you mean 'blur'?"),
        .init("radius=8", .unknownParameter, "'corner=8' for round corners"),
        .init("sat=1.5", .unknownParameter, "Did you mean 'saturate'?"),
        .init("page=2", .unknownParameter, "Did you mean 'frame'?"),
        .init("mode=fit", .unknownParameter, "Write 'fit' for the fit into the box"),
        .init("strip=1", .unknownParameter, "never have the metadata"),
        .init("watermark=logo.png", .unknownParameter, "POST /v1/render/scene"),
        .init("saturation=2", .unknownParameter, "Did you mean 'saturate'?"),
        .init("q=80", .unknownParameter, "Did you mean 'quality'?"),
        .init("fm=png", .unknownParameter, "Did you mean 'format'?"),
        .init("bg=fff", .unknownParameter, "Did you mean 'background'?"),
        .init("style=dark", .unknownParameter, "Did you mean 'material'?"),
        .init("theme=dark", .unknownParameter, "Did you mean 'appearance'?"),
        .init("dpr=2", .unknownParameter, "Did you mean 'scale'?"),
        .init("effect=blur(2px)", .unknownParameter, "Did you mean 'filter'?"),
        .init("dark=1", .unknownParameter, "Write 'appearance=dark'."),
        .init("light", .unknownParameter, "Write 'appearance=light'."),
        .init("grayscale=1", .unknownParameter, "'filter=grayscale(1)'"),
        .init("greyscale=1", .unknownParameter, "'filter=grayscale(1)'"),
        .init("brightness=1.2", .unknownParameter, "'filter=brightness(1)'"),
        .init("sepia=1", .unknownParameter, "'filter=sepia(1)'"),
        .init("hue-rotate=90", .unknownParameter, "'filter=hue-rotate(<angle>?)'"),
        .init("pixelate=8", .unknownParameter, "'filter=pixelate(<side>)'"),
        .init("blur(20px)", .unknownParameter, "Write 'filter=blur(20px)'."),
        .init("systemThinMaterial", .unknownParameter, "Write 'material=systemThinMaterial'."),
        .init("thinMaterial=1", .unknownParameter, "Write 'material=systemThinMaterial'."),
        .init("url=https://example.com/a.jpg", .unknownParameter, "Nothing is fetched"),
        .init("src=/a.jpg", .unknownParameter, "send the file as the body"),
        .init("w=200", .unknownParameter, "Did you mean 'width'?"),
        .init("h=200", .unknownParameter, "Did you mean 'height'?"),
        .init("resize=200x200", .unknownParameter, "Write 'width=400&height=300'"),
        .init("size=200", .unknownParameter, "'upscale=1'"),
        .init("gravity=ce", .unknownParameter, "Write 'position=right 20%'"),
        .init("rect=1,2,3,4", .unknownParameter, "Did you mean 'crop'?"),
        .init("enlarge=1", .unknownParameter, "Did you mean 'upscale'?"),
        .init("rotation=90", .unknownParameter, "Did you mean 'rotate'?"),
        .init("letterbox=1", .unknownParameter, "'pad=backdrop'"),
        .init("token=abc", .unknownParameter, "'Authorization: Bearer'"),
        .init("api_key=abc", .unknownParameter, "'Authorization: Bearer'"),
        .init("digest=abc", .unknownParameter, "The address names a stored image"),
        .init("image=photo.jpg", .unknownParameter, "as the part 'image' of a form"),
        .init("scene=%7B%7D", .unknownParameter, "the body of POST /v1/render/scene"),
        .init("_=1700000000", .unknownParameter, "Omit it"),
        .init("faces=1", .unknownParameter, "by 'region=x,y,width,height', or crop around the"),
        .init("blurhash=1", .unknownParameter, "POST /v1/placeholder"),
        .init("utm_source=news&blur=2", .unknownParameter, "option ignored-parameters"),
        .init("blur=2&fbclid=x", .unknownParameter, "option ignored-parameters"),
        .init("blur=20&amp;saturate=1.8", .unknownParameter, "Write & between two parameters"),
    ]

    /// Values that are spelled differently.
    static let values: [Mistake] = [
        .init("width=9&height=9&fit=crop", .malformedParameter, "Did you mean 'cover'?"),
        .init("width=9&height=9&fit=clip", .malformedParameter, "Did you mean 'contain'?"),
        .init("width=9&height=9&fit=max", .malformedParameter, "Did you mean 'contain'?"),
        .init("width=9&height=9&fit=inside", .malformedParameter, "Did you mean 'contain'?"),
        .init("width=9&height=9&fit=outside", .malformedParameter, "Did you mean 'cover'?"),
        .init("width=9&height=9&fit=ScaleDown", .malformedParameter, "Did you mean 'scale-down'?"),
        .init("width=9&height=9&position=nowe", .malformedParameter, "Did you mean 'left top'?"),
        .init(
            "width=9&height=9&position=50%25,20%25",
            .malformedParameter,
            "Did you mean '50% 20%'?"
        ),
        .init("width=9&height=9&pad=blur", .malformedParameter, "Did you mean 'backdrop'?"),
        .init("width=0", .parameterOutOfRange, "from 1 to 65535 pixels, or auto"),
        .init("width=0pt", .parameterOutOfRange, "from 1 to 65535 pixels, or auto"),
        .init("height=50%25", .malformedParameter, "from 1 to 65535 pixels, or auto"),
        .init("width=9&resample=bicubic", .malformedParameter, "Did you mean 'catmull-rom'?"),
        .init("flip=horizontal", .malformedParameter, "Did you mean 'h'?"),
        .init("rotate=right", .malformedParameter, "'rotate' takes an angle such as 3.5"),
        .init("rotate=361", .parameterOutOfRange, "from -360 to 360 degrees"),
        .init("rotate-mode=expand", .conflictingParameters, "without 'rotate'"),
        .init(
            "rotate=5&pad=mirror&width=9&height=9",
            .conflictingParameters,
            "rotate-mode=straighten"
        ),
        .init("rotate=5&fit=fill&width=9&height=9", .conflictingParameters, "distort"),
        .init("rotate=5&caps=1,1,1,1&width=9&height=9", .conflictingParameters, "multiple of 90"),
        .init("crop=0,0,.5,.5", .parameterOutOfRange, "such as 'crop=0%,0%,50%,50%'"),
        .init("crop=0,0,1,0.5", .parameterOutOfRange, "such as 'crop=0%,0%,100%,50%'"),
        .init("region=0.1,0.1,0.8,0.2&blur=2", .parameterOutOfRange, "'region=10%,10%,80%,20%'"),
        .init("region=ellipse(9,9,.5,9)&blur=2", .parameterOutOfRange, "'region=10%,10%,80%,80%'"),
        .init(
            "width=9&height=9&fit=cover&focus=0.5,0.25",
            .parameterOutOfRange,
            "such as 'focus=50%,25%'"
        ),
        .init("blur=5.", .malformedParameter, "Did you mean '5'?"),
        .init("quality=1.5", .malformedParameter, "a whole number from 1 to 100"),
        .init("crop=0,0,99,9", .parameterOutOfRange, "image of 64 × 48 pixels"),
        .init(
            "width=9&height=9&fit=cover&focus=smart",
            .malformedParameter,
            "Did you mean 'attention'?"
        ),
        .init("width=9&height=9&fit=cover&focus=1+2", .malformedParameter, "Did you mean '1,2'?"),
        .init("width=9&height=9&fit=cover&focus=99,9", .parameterOutOfRange, "image of 64 × 48"),
        .init("width=9&height=9&focus=9,9", .conflictingParameters, "part of the image is cut off"),
        .init(
            "width=9&height=9&fit=cover&focus=9,9&position=left",
            .conflictingParameters,
            "cannot be used together with 'position'"
        ),
        .init("width=9&height=9&caps=1+2+3+4", .malformedParameter, "Did you mean '1,2,3,4'?"),
        .init("width=9&height=9&caps=24,0,24,0", .parameterOutOfRange, "64 × 48 pixels"),
        .init("width=9&height=9&caps=1,1,1,1&fit=cover", .conflictingParameters, "with 'caps'"),
        .init("width=9&caps=1,1,1,1", .conflictingParameters, "without both"),
        .init("caps-mode=tile", .conflictingParameters, "without 'caps'"),
        .init("width=9&fit=cover", .conflictingParameters, "without both 'width' and 'height'"),
        .init("upscale=1", .conflictingParameters, "without 'width' or 'height'"),
        .init("width=9&height=9&position=left", .conflictingParameters, "unless 'pad'"),
        .init("width=9&height=9&fit=cover&pad=red", .conflictingParameters, "with the fit 'cover'"),
        .init("width=9&height=9&fit=top&position=left", .conflictingParameters, "content mode"),
        .init("width=9&height=9&fit=scale-down&upscale=1", .conflictingParameters, "'scale-down'"),
        .init("width=9&height=9&backdrop-filter=blur(1px)", .conflictingParameters, "'backdrop'"),
        .init(
            "width=9&height=9&pad=mirror&redact=1&region=0,0,9,9",
            .conflictingParameters,
            "cannot repeat parts"
        ),
        .init("blur=20+px", .malformedParameter, "Did you mean '20'?"),
        .init("blur=20em", .malformedParameter, length),
        .init("blur=20,5", .malformedParameter, "Did you mean '20.5'?"),
        .init("blur=1e2", .malformedParameter, "Did you mean '100'?"),
        .init("blur=+5", .malformedParameter, "Did you mean '5'?"),
        .init("blur=", .malformedParameter, length),
        .init("blur", .malformedParameter, length),
        .init("blur=strong", .malformedParameter, length),
        .init("blur=-1", .parameterOutOfRange, length),
        .init("blur=1001", .parameterOutOfRange, length),
        .init("saturate=180%", .malformedQuery, "Write the sign of a percentage as %25."),
        .init("saturate=+180%25", .malformedParameter, "Did you mean '1.8'?"),
        .init("filter=saturate(180%)", .malformedQuery, "Write the sign of a percentage as %25."),
        .init("region=10%,20%,50%,50%&blur=2", .malformedQuery, "percentage as %25"),
        .init("region=10,20,30&blur=2", .malformedParameter, "'region' takes x,y,width,height"),
        .init("region=10;20;30;40&blur=2", .malformedParameter, "Did you mean '10,20,30,40'?"),
        .init("region=10,+20,+30,+40&blur=2", .malformedParameter, "Did you mean '10,20,30,40'?"),
        .init("region=10+20+30+40&blur=2", .malformedParameter, "Did you mean '10,20,30,40'?"),
        .init("region=(10,20,30,40)&blur=2", .malformedParameter, "Did you mean '10,20,30,40'?"),
        .init("region=ellipse(1,2,3)&blur=2", .malformedParameter, "ellipse(x,y,width,height)"),
        .init("region=polygon(1,2,3,4)&blur=2", .malformedParameter, "polygon(x,y,x,y,x,y…)"),
        .init("region=900,900,5,5&blur=2", .parameterOutOfRange, "image of 64 × 48 pixels"),
        .init(
            "format=bmp",
            .malformedParameter,
            "'format' takes one of jpeg, png, gif, apng, webp, avif, jxl, auto."
        ),
        .init("quality=80%25", .malformedParameter, "Did you mean '80'?"),
        .init("quality=high", .malformedParameter, "a whole number from 1 to 100"),
        .init("quality=101", .parameterOutOfRange, "a whole number from 1 to 100"),
        .init("subsampling=4:2:0", .malformedParameter, "Did you mean '420'?"),
        .init("subsampling=422", .malformedParameter, "one of auto, 420, 444"),
        .init("progressive=yes", .malformedParameter, "Did you mean '1'?"),
        .init("progressive", .malformedParameter, "Did you mean '1'?"),
        .init("redact=on&region=0,0,9,9", .malformedParameter, "Did you mean '1'?"),
        .init("material=regular&scale=2x", .malformedParameter, "Did you mean '2'?"),
        .init("material=regular&scale=1,5", .malformedParameter, "Did you mean '1.5'?"),
        .init("material=regular&scale=4.5", .parameterOutOfRange, "a number from 0.5 to 4"),
        .init("material=systemThinMateriel", .malformedParameter, "'systemThinMaterial'"),
        .init("material=glass", .malformedParameter, "listed at /v1/materials"),
        .init("blur=2&edge=reflect", .malformedParameter, "Did you mean 'mirror'?"),
        .init("blur=2&kernel=box", .malformedParameter, "one of gaussian, css3box, apple3box"),
        .init("filter=blurr(2px)", .malformedParameter, "'blur'"),
        .init("filter=mosaic(4px)", .malformedParameter, "'pixelate'"),
        .init("filter=blur(2)", .malformedParameter, "'filter' cannot be read."),
        .init("background=lightgrean", .malformedParameter, "perhaps 'lightgreen'"),
        .init("background=0xffffff", .malformedParameter, "'background' cannot be read."),
        .init("format=png&compression=best", .malformedParameter, "0 to 9 or fast"),
        .init("blur=2&mask={DIGEST}", .malformedParameter, "Did you mean '{digest}'?"),
        .init("blur=2&mask=sha256:{digest}", .malformedParameter, "Did you mean '{digest}'?"),
        .init("blur=2&mask={digest}.jpg", .malformedParameter, "Did you mean '{digest}'?"),
        .init("blur=2&mask=photo.jpg", .malformedParameter, "the SHA-256 of a stored image"),
        .init("blur=2&mask=\(nobody)", .pictureNotKept, "by POST /v1/images"),
    ]

    /// Parameters that do not fit together.
    static let combinations: [Mistake] = [
        .init("blur=20&blur=30", .repeatedParameter, "'blur' is given more than once."),
        .init("format=png&quality=80", .conflictingParameters, "no effect in the requested format"),
        .init("edge=mirror", .conflictingParameters, "without 'blur'"),
        .init(
            "edge=mirror&filter=drop-shadow(2px%202px)",
            .conflictingParameters,
            "for 'edge=expand', a shadow will do"
        ),
        .init("appearance=dark", .conflictingParameters, "without 'material'"),
        .init("material=regular&blur=2", .conflictingParameters, "together with 'material'"),
        .init("filter=blur(2px)&blur=3", .conflictingParameters, "exclude each other"),
        .init("region=0,0,9,9", .conflictingParameters, "without an effect"),
        .init("redact=1", .conflictingParameters, "without 'region'"),
        .init("tint=red", .conflictingParameters, "applyTintEffectWithColor"),
        .init("text=label", .conflictingParameters, "only with 'material=auto'"),
        .init(
            "material=systemMaterialDark&appearance=light",
            .conflictingParameters,
            "'systemMaterialDark' is always dark"
        ),
        .init("region=0,0,9,9&filter=opacity(0)", .conflictingParameters, "would not change"),
        .init(
            "region=0,0,9,9&filter=blur(2px)+opacity(0%25)+sepia()",
            .conflictingParameters,
            "would not change"
        ),
    ]

    /// The sentence about a value that is no length.
    private static let length =
        "'blur' takes a length such as 20, 20px or 8pt, from 0 to 1000 pixels."

    /// A digest of no picture.
    static let nobody = String(repeating: "0", count: 64)
}
