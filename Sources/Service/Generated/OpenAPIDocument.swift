// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

/// The contract, openapi.yaml, as part of the program; written by Scripts/embed-openapi.
enum OpenAPIDocument {
    /// The text of the file.
    static let text = ##"""
# SPDX-License-Identifier: Apache-2.0
openapi: 3.1.1
info:
  title: Frostpane
  version: "0.1.0"
  summary: The frosted-glass engine for servers.
  description: |
    Blurs and saturates images exactly and fast, and caches results by what the bytes are.

        curl --data-binary @photo.jpg 'http://127.0.0.1:8080/v1/render?blur=20&saturate=1.8' -o frosted.jpg

    **Parameters** are strict: an unknown or repeated one, a value outside its range, and one that
    would have no effect beside the others are refused by name, never ignored or clamped. The query
    string is read as `application/x-www-form-urlencoded`: `+` is a space, and `%` needs two
    hexadecimal digits after it. A request without an effect encodes the image again,
    upright and without metadata other than its color profile.

    **Images** are JPEG or PNG, whatever `Content-Type` says: the bytes decide.

    **Results** are the same bytes for the same image and parameters. Results of kept images are
    addressed by the SHA-256 of the image and never change, so every cache may keep them for as
    long as it likes. What is sent to `/v1/render` is not kept; its result is, by the image's digest,
    until it makes room for others.

    **Streaming**: a result that is rendered for the request is sent while it is being rendered,
    chunked, with `Repr-Digest` and `Server-Timing` as trailers. When a rendering fails after its
    first bytes were sent, the connection ends without the last chunk: a response that ends well
    is whole. A result from the cache has its length.

    **Problems** are `application/problem+json` (RFC 9457). Their `type` is stable.

    `OPTIONS` answers 204 with `Allow` at every address; a method that an address does not know is
    answered with 405 and `Allow`, an unknown address with 404.
  license:
    name: Apache-2.0
    identifier: Apache-2.0
servers:
  - url: http://127.0.0.1:8080
    description: The default address.
security:
  - {}
  - token: []
tags:
  - name: rendering
    description: Effects on images.
  - name: images
    description: Images kept under the SHA-256 of their bytes.
  - name: effects
    description: What there is to be asked for.
  - name: operation
    description: Probes and documents.

paths:
  /v1/render:
    post:
      operationId: renderUpload
      tags: [rendering]
      summary: Render the image that is sent.
      description: |
        The body is the image itself, or a form with the image as the part `image`. Parameters
        stand in the query string or in fields of the form; the same one in both is refused. The
        upload is not kept.

        A **scene** lays panes of glass on the image instead of an effect on the whole: as the part
        `scene` of the form, with further files that it names as parts, or as a body of the type
        `application/json` that names a kept image as its `backdrop`. Parameters that are effects are
        refused beside it. A problem with a scene has the JSON Pointer of the place as `pointer`.

        A wrong parameter in the query string, a body that is too long, an `Accept` that excludes both
        formats, one that asks for the plan of a redaction where the query string has `redact`, and a
        full queue are answered before the body is read: a client that sends `Expect: 100-continue`
        uploads nothing in vain. Fields of a form are looked at when the body is there. A body that is
        no image is refused after its first 16 bytes. Conditions such as `If-None-Match` are not
        looked at, since nothing is selected by the address.
      parameters:
        - $ref: "#/components/parameters/Blur"
        - $ref: "#/components/parameters/Saturate"
        - $ref: "#/components/parameters/Filter"
        - $ref: "#/components/parameters/Kernel"
        - $ref: "#/components/parameters/Edge"
        - $ref: "#/components/parameters/Material"
        - $ref: "#/components/parameters/Text"
        - $ref: "#/components/parameters/Contrast"
        - $ref: "#/components/parameters/Measure"
        - $ref: "#/components/parameters/TextBox"
        - $ref: "#/components/parameters/Appearance"
        - $ref: "#/components/parameters/Scale"
        - $ref: "#/components/parameters/ReduceTransparency"
        - $ref: "#/components/parameters/IncreaseContrast"
        - $ref: "#/components/parameters/Solid"
        - $ref: "#/components/parameters/Tint"
        - $ref: "#/components/parameters/Region"
        - $ref: "#/components/parameters/Corner"
        - $ref: "#/components/parameters/CornerCurve"
        - $ref: "#/components/parameters/InvertRegion"
        - $ref: "#/components/parameters/Mask"
        - $ref: "#/components/parameters/MaskChannel"
        - $ref: "#/components/parameters/Redact"
        - $ref: "#/components/parameters/Format"
        - $ref: "#/components/parameters/Quality"
        - $ref: "#/components/parameters/Subsampling"
        - $ref: "#/components/parameters/Progressive"
        - $ref: "#/components/parameters/Optimize"
        - $ref: "#/components/parameters/Compression"
        - $ref: "#/components/parameters/Background"
        - $ref: "#/components/parameters/Dither"
        - $ref: "#/components/parameters/Accept"
        - $ref: "#/components/parameters/PrefersColorScheme"
        - $ref: "#/components/parameters/DevicePixelRatio"
        - $ref: "#/components/parameters/PrefersReducedTransparency"
        - $ref: "#/components/parameters/PrefersContrast"
        - $ref: "#/components/parameters/ContentDigest"
        - $ref: "#/components/parameters/ReprDigest"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      requestBody:
        required: true
        description: |
          The image, a form with it, or a scene. Any other media type is taken for the image itself.
        content:
          image/jpeg: &jpeg
            schema:
              type: string
              contentMediaType: image/jpeg
          image/png: &png
            schema:
              type: string
              contentMediaType: image/png
          application/octet-stream: &octets
            schema:
              type: string
              contentMediaType: application/octet-stream
          application/json:
            schema:
              $ref: "#/components/schemas/SceneOnKeptImage"
            examples:
              greeting:
                summary: A label on a thin material.
                value:
                  backdrop:
                    digest: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
                  panes:
                    - frame: {x: 10%, y: 35%, width: 80%, height: 30%}
                      corners: {radius: 20pt, curve: continuous}
                      material: systemThinMaterial
                      contents:
                        - text: Hello, world!
                          font: {size: 28pt, weight: 600}
                          alignment: center
                          vibrancy: label
              group:
                summary: Panes that see the image and not each other.
                description: |
                  What a mosaic or a blur leaves can be enough to recognize somebody: for privacy there
                  is `redact`, in place of a scene.
                value:
                  backdrop:
                    digest: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
                  panes:
                    - {frame: {width: 25%, height: 25%}, filter: pixelate(8px), group: lenses}
                    - {shape: ellipse, frame: {x: 60%, width: 20%}, filter: pixelate(8px), group: lenses}
                    - shape: polygon
                      points: [[0, 100%], [50%, 60%], [100%, 100%]]
                      filter: blur(4px) saturate(180%)
                      group: lenses
          multipart/form-data:
            schema:
              $ref: "#/components/schemas/RenderForm"
            encoding:
              image:
                contentType: image/jpeg, image/png, application/octet-stream
              scene:
                contentType: application/json, text/plain
      responses:
        "200":
          $ref: "#/components/responses/UploadRendering"
        "400":
          $ref: "#/components/responses/BadRequest"
        "401":
          $ref: "#/components/responses/Unauthorized"
        "404":
          $ref: "#/components/responses/NotFound"
        "406":
          $ref: "#/components/responses/NotAcceptable"
        "408":
          $ref: "#/components/responses/RequestTimeout"
        "413":
          $ref: "#/components/responses/BodyTooLarge"
        "414": &targetTooLong
          $ref: "#/components/responses/TargetTooLong"
        "415":
          $ref: "#/components/responses/UnsupportedMediaType"
        "417": &expectation
          $ref: "#/components/responses/ExpectationFailed"
        "422":
          $ref: "#/components/responses/UnprocessableImage"
        "431": &headTooLarge
          $ref: "#/components/responses/HeadTooLarge"
        "500": &internal
          $ref: "#/components/responses/InternalError"
        "501":
          $ref: "#/components/responses/TextsUnavailable"
        "503":
          $ref: "#/components/responses/Unavailable"
        "504":
          $ref: "#/components/responses/DeadlineExceeded"
        default: &other
          $ref: "#/components/responses/OtherProblem"

  /v1/images:
    post:
      operationId: keepImage
      tags: [images]
      summary: Keep an image under the SHA-256 of its bytes.
      description: |
        The body is the image itself, or a form with the image as the part `image` and nothing else.
        Kept images live in memory within a budget; the least recently used make room.
      parameters: &uploadParameters
        - $ref: "#/components/parameters/ContentDigest"
        - $ref: "#/components/parameters/ReprDigest"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      requestBody: &imageBody
        required: true
        content:
          image/jpeg: *jpeg
          image/png: *png
          application/octet-stream: *octets
          multipart/form-data:
            schema:
              $ref: "#/components/schemas/ImageForm"
            encoding:
              image:
                contentType: image/jpeg, image/png, application/octet-stream
      responses:
        "200": &known
          description: The image is kept already.
          headers: &imageHeaders
            Location:
              $ref: "#/components/headers/Location"
            ETag:
              $ref: "#/components/headers/ETag"
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content: &imageContent
            application/json:
              schema:
                $ref: "#/components/schemas/Image"
              examples:
                photo:
                  $ref: "#/components/examples/Image"
          links: &imageLinks
            image:
              operationId: getImage
              parameters:
                digest: $response.body#/id
            rendering:
              operationId: renderImage
              parameters:
                digest: $response.body#/id
            deletion:
              operationId: deleteImage
              parameters:
                digest: $response.body#/id
        "201": &created
          description: The image is kept from now on.
          headers: *imageHeaders
          content: *imageContent
          links: *imageLinks
        "400":
          $ref: "#/components/responses/BadRequest"
        "401":
          $ref: "#/components/responses/Unauthorized"
        "408":
          $ref: "#/components/responses/RequestTimeout"
        "413":
          $ref: "#/components/responses/BodyTooLarge"
        "414": *targetTooLong
        "415":
          $ref: "#/components/responses/UnsupportedMediaType"
        "417": *expectation
        "422":
          $ref: "#/components/responses/UnprocessableImage"
        "431": *headTooLarge
        "500": *internal
        "503":
          $ref: "#/components/responses/Unavailable"
        default: *other

  /v1/images/{digest}:
    parameters:
      - $ref: "#/components/parameters/Digest"
    get:
      operationId: getImage
      tags: [images]
      summary: Get a kept image, byte for byte.
      parameters: &readParameters
        - $ref: "#/components/parameters/IfMatch"
        - $ref: "#/components/parameters/IfNoneMatch"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      responses:
        "200":
          $ref: "#/components/responses/Original"
        "304":
          $ref: "#/components/responses/NotModified"
        "400": &badParameters
          $ref: "#/components/responses/BadRequest"
        "401":
          $ref: "#/components/responses/Unauthorized"
        "404":
          $ref: "#/components/responses/NotFound"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        "414": *targetTooLong
        "417": *expectation
        "431": *headTooLarge
        "500": *internal
        default: *other
    head:
      operationId: describeImage
      tags: [images]
      summary: Ask whether an image is kept.
      parameters: *readParameters
      responses:
        "200":
          $ref: "#/components/responses/OriginalHead"
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter, where there are none.
        "401":
          description: A valid token is needed.
        "404":
          description: No image of this digest is kept.
        "412":
          description: A condition of the request does not hold.
        default:
          description: Another problem; there is no body to say which.
    put:
      operationId: putImage
      tags: [images]
      summary: Keep an image at the address of its digest.
      description: |
        The SHA-256 of the image must be the digest in the address; otherwise the request is refused
        with the problem `digest-mismatch`. `If-None-Match: *` keeps what is there already.
      parameters:
        - $ref: "#/components/parameters/ContentDigest"
        - $ref: "#/components/parameters/ReprDigest"
        - $ref: "#/components/parameters/IfMatch"
        - $ref: "#/components/parameters/IfNoneMatch"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      requestBody: *imageBody
      responses:
        "200": *known
        "201": *created
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "404":
          $ref: "#/components/responses/NotFound"
        "408":
          $ref: "#/components/responses/RequestTimeout"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        "413":
          $ref: "#/components/responses/BodyTooLarge"
        "414": *targetTooLong
        "415":
          $ref: "#/components/responses/UnsupportedMediaType"
        "417": *expectation
        "422":
          $ref: "#/components/responses/UnprocessableImage"
        "431": *headTooLarge
        "500": *internal
        "503":
          $ref: "#/components/responses/Unavailable"
        default: *other
    delete:
      operationId: deleteImage
      tags: [images]
      summary: Forget an image and everything made from it.
      description: |
        Also forgets results of `/v1/render` that were made from the same bytes. Caches outside keep
        what they have.
      parameters: *readParameters
      responses:
        "204":
          description: The image and its results are forgotten.
          headers:
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "404":
          $ref: "#/components/responses/NotFound"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        "414": *targetTooLong
        "417": *expectation
        "431": *headTooLarge
        "500": *internal
        default: *other

  /v1/images/{digest}/render:
    parameters:
      - $ref: "#/components/parameters/Digest"
    get:
      operationId: renderImage
      tags: [rendering]
      summary: Render a kept image.
      description: |
        `ETag` is known before the image is rendered: a request that has the result already is
        answered with 304 at the cost of a look-up.

        `redact=1` is for `POST /v1/render` alone, and refused here: the address has the digest of the
        original, to which nothing may lead back. `redact=0` is taken.
      parameters: &renderingParameters
        - $ref: "#/components/parameters/Blur"
        - $ref: "#/components/parameters/Saturate"
        - $ref: "#/components/parameters/Filter"
        - $ref: "#/components/parameters/Kernel"
        - $ref: "#/components/parameters/Edge"
        - $ref: "#/components/parameters/Material"
        - $ref: "#/components/parameters/Text"
        - $ref: "#/components/parameters/Contrast"
        - $ref: "#/components/parameters/Measure"
        - $ref: "#/components/parameters/TextBox"
        - $ref: "#/components/parameters/Appearance"
        - $ref: "#/components/parameters/Scale"
        - $ref: "#/components/parameters/ReduceTransparency"
        - $ref: "#/components/parameters/IncreaseContrast"
        - $ref: "#/components/parameters/Solid"
        - $ref: "#/components/parameters/Tint"
        - $ref: "#/components/parameters/Region"
        - $ref: "#/components/parameters/Corner"
        - $ref: "#/components/parameters/CornerCurve"
        - $ref: "#/components/parameters/InvertRegion"
        - $ref: "#/components/parameters/Mask"
        - $ref: "#/components/parameters/MaskChannel"
        - $ref: "#/components/parameters/Format"
        - $ref: "#/components/parameters/Quality"
        - $ref: "#/components/parameters/Subsampling"
        - $ref: "#/components/parameters/Progressive"
        - $ref: "#/components/parameters/Optimize"
        - $ref: "#/components/parameters/Compression"
        - $ref: "#/components/parameters/Background"
        - $ref: "#/components/parameters/Dither"
        - $ref: "#/components/parameters/Accept"
        - $ref: "#/components/parameters/PrefersColorScheme"
        - $ref: "#/components/parameters/DevicePixelRatio"
        - $ref: "#/components/parameters/PrefersReducedTransparency"
        - $ref: "#/components/parameters/PrefersContrast"
        - $ref: "#/components/parameters/IfMatch"
        - $ref: "#/components/parameters/IfNoneMatch"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      responses:
        "200":
          $ref: "#/components/responses/Rendering"
        "304":
          $ref: "#/components/responses/NotModified"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "404":
          $ref: "#/components/responses/NotFound"
        "406":
          $ref: "#/components/responses/NotAcceptable"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        "414": *targetTooLong
        "417": *expectation
        "422":
          $ref: "#/components/responses/UnprocessableImage"
        "431": *headTooLarge
        "500": *internal
        "503":
          $ref: "#/components/responses/Unavailable"
        "504":
          $ref: "#/components/responses/DeadlineExceeded"
        default: *other
    head:
      operationId: describeRendering
      tags: [rendering]
      summary: Get the head of a rendering without rendering.
      description: |
        `Content-Length` and `Repr-Digest` are there only when the result is in the cache.
      parameters: *renderingParameters
      responses:
        "200":
          $ref: "#/components/responses/RenderingHead"
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter is wrong.
        "401":
          description: A valid token is needed.
        "404":
          description: No image of this digest is kept.
        "406":
          description: No acceptable format can be made.
        "412":
          description: A condition of the request does not hold.
        "422":
          description: The image cannot be rendered.
        default:
          description: Another problem; there is no body to say which.

  /v1/filters:
    get:
      operationId: listFilters
      tags: [effects]
      summary: List the filters.
      description: |
        Every filter that the parameter `filter` takes, with its parameters.
      parameters: *readParameters
      responses:
        "200":
          description: The catalog.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              $ref: "#/components/headers/CatalogCacheControl"
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/FilterCatalog"
        "304":
          $ref: "#/components/responses/NotModified"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        default: *other
    head:
      operationId: describeFilters
      tags: [effects]
      summary: Get the head of that catalog.
      parameters: *readParameters
      responses:
        "200":
          description: The head of the catalog.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              $ref: "#/components/headers/CatalogCacheControl"
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter, where there are none.
        "401":
          description: A valid token is needed.
        "412":
          description: A condition of the request does not hold.
        default:
          description: Another problem; there is no body to say which.

  /v1/gallery/{digest}:
    parameters:
      - $ref: "#/components/parameters/Digest"
    get:
      operationId: renderGallery
      tags: [rendering]
      summary: Show a kept image under every material.
      description: |
        A contact sheet: the image, small, as it is, and then under each material, light and dark,
        with the material's name below, to choose from by eye. Materials are as strong as on the
        whole image.
      parameters: &galleryParameters
        - $ref: "#/components/parameters/GalleryScale"
        - $ref: "#/components/parameters/Format"
        - $ref: "#/components/parameters/Quality"
        - $ref: "#/components/parameters/Subsampling"
        - $ref: "#/components/parameters/Progressive"
        - $ref: "#/components/parameters/Optimize"
        - $ref: "#/components/parameters/Compression"
        - $ref: "#/components/parameters/Background"
        - $ref: "#/components/parameters/Dither"
        - $ref: "#/components/parameters/Accept"
        - $ref: "#/components/parameters/IfMatch"
        - $ref: "#/components/parameters/IfNoneMatch"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      responses:
        "200":
          $ref: "#/components/responses/Rendering"
        "304":
          $ref: "#/components/responses/NotModified"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "404":
          $ref: "#/components/responses/NotFound"
        "406":
          $ref: "#/components/responses/NotAcceptable"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        "414": *targetTooLong
        "417": *expectation
        "422":
          $ref: "#/components/responses/UnprocessableImage"
        "431": *headTooLarge
        "500": *internal
        "501":
          $ref: "#/components/responses/TextsUnavailable"
        "503":
          $ref: "#/components/responses/Unavailable"
        "504":
          $ref: "#/components/responses/DeadlineExceeded"
        default: *other
    head:
      operationId: describeGallery
      tags: [rendering]
      summary: Get the head of a contact sheet without rendering.
      parameters: *galleryParameters
      responses:
        "200":
          $ref: "#/components/responses/RenderingHead"
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter is wrong.
        "401":
          description: A valid token is needed.
        "404":
          description: No image of this digest is kept.
        "406":
          description: No acceptable format can be made.
        "412":
          description: A condition of the request does not hold.
        "422":
          description: The image cannot be rendered.
        default:
          description: Another problem; there is no body to say which.

  /v1/legibility:
    get:
      operationId: measureKept
      tags: [effects]
      summary: Measure how legible texts are on every material over a kept image.
      description: |
        Each content material, light and dark, is laid on the image, and the contrast of each style
        of text is measured at every place of the box. What counts is the contrast that all but the
        worst twentieth of the places reach.

        Parameters and client hints mean here what they mean beside `material=auto`: the screen that
        they describe is the one that is measured for.
      parameters: &kept
        - name: image
          in: query
          required: true
          description: The SHA-256 of a kept image.
          schema:
            $ref: "#/components/schemas/Digest"
        - &text
          $ref: "#/components/parameters/Text"
        - &contrast
          $ref: "#/components/parameters/Contrast"
        - &measure
          $ref: "#/components/parameters/Measure"
        - &textBox
          $ref: "#/components/parameters/TextBox"
        - &appearance
          $ref: "#/components/parameters/Appearance"
        - &scale
          $ref: "#/components/parameters/Scale"
        - &reduceTransparency
          $ref: "#/components/parameters/ReduceTransparency"
        - &increaseContrast
          $ref: "#/components/parameters/IncreaseContrast"
        - &solid
          $ref: "#/components/parameters/Solid"
        - &region
          $ref: "#/components/parameters/Region"
        - &background
          $ref: "#/components/parameters/Background"
        - &colorSchemeHint
          $ref: "#/components/parameters/PrefersColorScheme"
        - &pixelRatioHint
          $ref: "#/components/parameters/DevicePixelRatio"
        - &transparencyHint
          $ref: "#/components/parameters/PrefersReducedTransparency"
        - &contrastHint
          $ref: "#/components/parameters/PrefersContrast"
        - $ref: "#/components/parameters/IfMatch"
        - $ref: "#/components/parameters/IfNoneMatch"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      responses:
        "200": &legibility
          description: The measurements, and what they lead to.
          headers: &legibilityHeaders
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              $ref: "#/components/headers/CacheControl"
            Vary:
              $ref: "#/components/headers/HintsVary"
            Accept-CH:
              $ref: "#/components/headers/AcceptCH"
            Frostpane-Legibility:
              $ref: "#/components/headers/Legibility"
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/LegibilityTable"
        "304":
          $ref: "#/components/responses/NotModified"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "404":
          $ref: "#/components/responses/NotFound"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        "414": *targetTooLong
        "417": *expectation
        "422":
          $ref: "#/components/responses/UnprocessableImage"
        "431": *headTooLarge
        "500": *internal
        "503":
          $ref: "#/components/responses/Unavailable"
        "504":
          $ref: "#/components/responses/DeadlineExceeded"
        default: *other
    head:
      operationId: describeLegibility
      tags: [effects]
      summary: Get the head of these measurements.
      parameters: *kept
      responses:
        "200":
          description: The head.
          headers: *legibilityHeaders
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter is wrong.
        "401":
          description: A valid token is needed.
        "404":
          description: No image of this digest is kept.
        "412":
          description: A condition of the request does not hold.
        "422":
          description: The image cannot be read.
        default:
          description: Another problem; there is no body to say which.
    post:
      operationId: measureUpload
      tags: [effects]
      summary: Measure how legible texts are on every material over the image that is sent.
      parameters:
        - *text
        - *contrast
        - *measure
        - *textBox
        - *appearance
        - *scale
        - *reduceTransparency
        - *increaseContrast
        - *solid
        - *region
        - *background
        - *colorSchemeHint
        - *pixelRatioHint
        - *transparencyHint
        - *contrastHint
        - $ref: "#/components/parameters/ContentDigest"
        - $ref: "#/components/parameters/ReprDigest"
        - $ref: "#/components/parameters/RequestId"
        - $ref: "#/components/parameters/TraceParent"
      requestBody: *imageBody
      responses:
        "200": *legibility
        "400":
          $ref: "#/components/responses/BadRequest"
        "401":
          $ref: "#/components/responses/Unauthorized"
        "408":
          $ref: "#/components/responses/RequestTimeout"
        "413":
          $ref: "#/components/responses/BodyTooLarge"
        "414": *targetTooLong
        "415":
          $ref: "#/components/responses/UnsupportedMediaType"
        "417": *expectation
        "422":
          $ref: "#/components/responses/UnprocessableImage"
        "431": *headTooLarge
        "500": *internal
        "503":
          $ref: "#/components/responses/Unavailable"
        "504":
          $ref: "#/components/responses/DeadlineExceeded"
        default: *other

  /v1/materials:
    get:
      operationId: listMaterials
      tags: [effects]
      summary: List the materials.
      description: |
        Every name that `material` takes, with its numbers and how well they are known.
      parameters: *readParameters
      responses:
        "200":
          description: The catalog.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              $ref: "#/components/headers/CatalogCacheControl"
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/MaterialCatalog"
        "304":
          $ref: "#/components/responses/NotModified"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        default: *other
    head:
      operationId: describeMaterials
      tags: [effects]
      summary: Get the head of that catalog.
      parameters: *readParameters
      responses:
        "200":
          description: The head of the catalog.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              $ref: "#/components/headers/CatalogCacheControl"
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter, where there are none.
        "401":
          description: A valid token is needed.
        "412":
          description: A condition of the request does not hold.
        default:
          description: Another problem; there is no body to say which.

  /v1/vibrancies:
    get:
      operationId: listVibrancies
      tags: [effects]
      summary: List the vibrancies.
      description: |
        Every style in which contents are drawn on a material, and the matrices that it is made of.
      parameters: *readParameters
      responses:
        "200":
          description: The catalog.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              $ref: "#/components/headers/CatalogCacheControl"
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/VibrancyCatalog"
        "304":
          $ref: "#/components/responses/NotModified"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        default: *other
    head:
      operationId: describeVibrancies
      tags: [effects]
      summary: Get the head of that catalog.
      parameters: *readParameters
      responses:
        "200":
          description: The head of the catalog.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              $ref: "#/components/headers/CatalogCacheControl"
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter, where there are none.
        "401":
          description: A valid token is needed.
        "412":
          description: A condition of the request does not hold.
        default:
          description: Another problem; there is no body to say which.

  /healthz:
    get:
      operationId: getHealth
      tags: [operation]
      summary: Ask whether the process is alive.
      description: Answers whatever else happens, needs no token, and looks at no parameters.
      security: []
      responses:
        "200": &alive
          description: It is.
          headers:
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            text/plain:
              schema:
                type: string
                examples: ["ok\n"]
        default: *other
    head:
      operationId: headHealth
      tags: [operation]
      summary: Ask whether the process is alive, without a body.
      security: []
      responses:
        "200":
          description: It is.
        default:
          description: It is not.

  /readyz:
    get:
      operationId: getReadiness
      tags: [operation]
      summary: Ask whether requests should be sent here.
      description: Says no while the server shuts down, or has refused all renderings for a while.
      security: []
      responses:
        "200":
          description: They should.
          headers:
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            text/plain:
              schema:
                type: string
                examples: ["ready\n"]
        "503":
          $ref: "#/components/responses/Unavailable"
        default: *other
    head:
      operationId: headReadiness
      tags: [operation]
      summary: Ask whether requests should be sent here, without a body.
      security: []
      responses:
        "200":
          description: They should.
        "503":
          description: They should not.
        default:
          description: They should not.

  /openapi.yaml:
    get:
      operationId: getContract
      tags: [operation]
      summary: Get this document.
      parameters: *readParameters
      responses:
        "200":
          description: This document.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
            Cache-Control:
              description: Always `no-cache`, since another version of the program has another.
              required: true
              schema:
                type: string
                const: no-cache
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            application/yaml:
              schema:
                type: object
        "304":
          $ref: "#/components/responses/NotModified"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        "412":
          $ref: "#/components/responses/PreconditionFailed"
        default: *other
    head:
      operationId: describeContract
      tags: [operation]
      summary: Get the head of this document.
      parameters: *readParameters
      responses:
        "200":
          description: The head of this document.
          headers:
            ETag:
              $ref: "#/components/headers/ETag"
        "304":
          $ref: "#/components/responses/NotModified"
        "400":
          description: A parameter, where there are none.
        "401":
          description: A valid token is needed.
        "412":
          description: A condition of the request does not hold.
        default:
          description: Another problem; there is no body to say which.

  /:
    get:
      operationId: getIndex
      tags: [operation]
      summary: Find out where to read on.
      responses:
        "200":
          description: The addresses to begin with.
          headers:
            X-Request-Id:
              $ref: "#/components/headers/RequestId"
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/Index"
        "400": *badParameters
        "401":
          $ref: "#/components/responses/Unauthorized"
        default: *other
    head:
      operationId: headIndex
      tags: [operation]
      summary: Get the head of the index.
      responses:
        "200":
          description: The head of the index.
        "400":
          description: A parameter, where there are none.
        "401":
          description: A valid token is needed.
        default:
          description: Another problem; there is no body to say which.

components:
  securitySchemes:
    token:
      type: http
      scheme: bearer
      description: Needed where the operator has set one; then for everything but the probes.

  parameters:
    Digest:
      name: digest
      in: path
      required: true
      description: The SHA-256 of the image, in 64 lowercase hexadecimal digits.
      schema:
        $ref: "#/components/schemas/Digest"
    Blur:
      name: blur
      in: query
      description: |
        Standard deviation of a Gaussian blur, as in CSS blur(), in pixels.
      schema:
        $ref: "#/components/schemas/Blur"
      example: 20
    Saturate:
      name: saturate
      in: query
      description: |
        Saturation after the blur, as in CSS saturate(): 0 is gray, 1 leaves colors as they are.
      schema:
        $ref: "#/components/schemas/Saturate"
      example: 1.8
    Filter:
      name: filter
      in: query
      description: |
        Filters in the words of CSS, applied in the order written: the whole grammar of
        `<filter-value-list>`, and the filters of `/v1/filters` beside it. In a query string, a
        space is `+` or `%20`, `%` is `%25` and `#` is `%23`. A problem states the `column` of a fault.
        Refused beside `blur` and `saturate`, as nothing says which comes first, and beside
        `material`.
      schema:
        $ref: "#/components/schemas/Filter"
      example: blur(20px) saturate(180%)
    Kernel:
      name: kernel
      in: query
      description: |
        What the blur is made of: the Gaussian itself, or the three boxes by which CSS and Apple's
        UIImage+ImageEffects approximate one. `css3box` refuses the edge mode `expand`, `apple3box`
        takes `clamp` only. Refused without `blur` and without `blur()` in `filter`.
      schema:
        $ref: "#/components/schemas/Kernel"
      example: css3box
    Edge:
      name: edge
      in: query
      description: |
        What the blur sees beyond the image; `expand` lets the image grow. Refused without `blur` and
        without a blur in `filter`.
      schema:
        $ref: "#/components/schemas/Edge"
      example: mirror
    Material:
      name: material
      in: query
      description: |
        A material of Apple's systems, by the name that UIKit gives it; `/v1/materials` describes
        them. It has a blur and a saturation of its own: `blur`, `saturate`, `filter` and `edge`
        are refused beside it. With `auto` the image is looked at first, and the thinnest of the content
        materials is taken on which a text is legible; else a stronger text, else the other
        appearance, else an opaque surface. `Frostpane-Legibility` says which, and why.
      schema:
        $ref: "#/components/schemas/Material"
      example: systemThinMaterial
    Text:
      name: text
      in: query
      description: The style of the text that is to be legible. Refused without `material=auto`.
      schema:
        $ref: "#/components/schemas/Text"
    Contrast:
      name: contrast
      in: query
      description: |
        The contrast to reach everywhere but in the worst twentieth of the box: a ratio from 1 to 21,
        by default 4.5, or with `measure=apca` an Lc from 0 to 108, by default 75. Refused without
        `material=auto`.
      schema:
        $ref: "#/components/schemas/Contrast"
      example: 4.5
    Measure:
      name: measure
      in: query
      description: |
        How contrast is measured: the contrast ratio of WCAG 2, or the lightness contrast Lc of APCA.
        Refused without `material=auto`.
      schema:
        $ref: "#/components/schemas/Measure"
    TextBox:
      name: text-box
      in: query
      description: |
        Where the text stands, on the image; without it, anywhere on the material. Refused without
        `material=auto`.
      schema:
        $ref: "#/components/schemas/TextBox"
      example: 10%,40%,80%,20%
    Appearance:
      name: appearance
      in: query
      description: |
        Variant of a material that has two; `auto` follows `Sec-CH-Prefers-Color-Scheme`, else it is
        `light`. Refused without `material` or a scene.
      schema:
        $ref: "#/components/schemas/Appearance"
      example: dark
    Scale:
      name: scale
      in: query
      description: |
        Pixels of the image per point, as materials are made in points; `auto` follows `Sec-CH-DPR`,
        rounded to 1 to 3, else it is 1. Refused without `material`, a scene, or a length in points.
      schema:
        $ref: "#/components/schemas/Scale"
      example: 2
    GalleryScale:
      name: scale
      in: query
      description: |
        Pixels of the image per point, as materials are made in points; `auto` is 1 here, where no
        hint has a say.
      schema:
        $ref: "#/components/schemas/Scale"
      example: 2
    ReduceTransparency:
      name: reduce-transparency
      in: query
      description: |
        Opaque instead of blurred, as with the setting of that name; `auto` follows
        `Sec-CH-Prefers-Reduced-Transparency`, else it is 0. Refused without `material` or a scene.
      schema:
        $ref: "#/components/schemas/ReduceTransparency"
      example: "1"
    IncreaseContrast:
      name: increase-contrast
      in: query
      description: |
        Stands out more, as with the setting of that name; `auto` follows `Sec-CH-Prefers-Contrast`,
        else it is 0. Refused without `material` or a scene.
      schema:
        $ref: "#/components/schemas/IncreaseContrast"
      example: "1"
    Solid:
      name: solid
      in: query
      description: |
        Color in place of the material where transparency is reduced; `auto` is the material's own.
        Refused without `material` and with `reduce-transparency=0`.
      schema:
        $ref: "#/components/schemas/Solid"
      example: f2f2f7
    Tint:
      name: tint
      in: query
      description: |
        Color of the material, where it takes one, which `applyTintEffectWithColor` does. Refused
        otherwise.
      schema:
        $ref: "#/components/schemas/Tint"
      example: ff9500
    Region:
      name: region
      in: query
      description: |
        A part of the image that the effect is kept to: `x,y,width,height` in pixels, points (`pt`, of
        which `scale` says how many pixels they have) or hundredths of the image (`%`, in a query
        `%25`). It may repeat; regions that overlap are filtered once. It may reach beyond the image,
        and is refused when it lies outside of it. Blurs see it mirrored beyond its edges unless `edge`
        says otherwise. Refused without `filter`, `material`, `blur`, `saturate` or `redact`.
      style: form
      explode: true
      schema:
        $ref: "#/components/schemas/Region"
      example: [10%,60%,80%,30%]
    Corner:
      name: corner
      in: query
      description: |
        Radius of the corners of all regions, in %, of the shorter side of each. Refused without
        `region`.
      schema:
        $ref: "#/components/schemas/Corner"
      example: "24"
    CornerCurve:
      name: corner-curve
      in: query
      description: |
        Quarters of a circle, or the smoother corners of CALayer. Refused without `corner`.
      schema:
        $ref: "#/components/schemas/CornerCurve"
      example: continuous
    InvertRegion:
      name: invert-region
      in: query
      description: The effect is everywhere but in the regions. Refused without `region`.
      schema:
        $ref: "#/components/schemas/InvertRegion"
      example: "1"
    Mask:
      name: mask
      in: query
      description: |
        A kept image that the effect is multiplied by, stretched to each region; to the image without a
        region, or with `invert-region`. Refused without an effect.
      schema:
        $ref: "#/components/schemas/Mask"
    MaskChannel:
      name: mask-channel
      in: query
      description: |
        What of the mask counts: its alpha, or its luminance times its alpha. Refused without `mask`.
      schema:
        $ref: "#/components/schemas/MaskChannel"
      example: luminance
    Redact:
      name: redact
      in: query
      description: |
        Leaves nothing in the regions to be recognized: a mosaic of at most 8 cells along the longer
        side of each, then a blur by the side of a cell. Regions narrower or lower than 4 pixels are
        grown to that, and a cell of which fewer than 16 pixels would be hidden is hidden as a whole.
        Nothing of the result is kept, and none of its
        headers leads to the original: no `ETag`, `Cache-Control: no-store`. What would hide less is
        refused beside it: a `blur` below an eighth of the longer side, `material`, `filter`, `mask`,
        `corner`. `redact=1` is refused at the address of a kept image, which has the digest of the
        original.
      schema:
        $ref: "#/components/schemas/Redact"
      example: "1"
    Format:
      name: format
      in: query
      description: |
        Encoding of the result; `auto` follows `Accept`, then the image's own.
      schema:
        $ref: "#/components/schemas/Format"
      example: auto
    Quality:
      name: quality
      in: query
      description: |
        JPEG quality. Refused with `format=png`.
      schema:
        $ref: "#/components/schemas/Quality"
      example: 82
    Subsampling:
      name: subsampling
      in: query
      description: |
        JPEG chroma subsampling: 420 halves color both ways, 444 keeps it. Refused with
        `format=png`.
      schema:
        $ref: "#/components/schemas/Subsampling"
      example: "444"
    Progressive:
      name: progressive
      in: query
      description: |
        JPEG in several scans, coarse to fine. Refused with `format=png`.
      schema:
        $ref: "#/components/schemas/Progressive"
      example: "1"
    Optimize:
      name: optimize
      in: query
      description: |
        JPEG with Huffman tables made for the image: smaller and slower. Refused with
        `format=png`.
      schema:
        $ref: "#/components/schemas/Optimize"
      example: "1"
    Compression:
      name: compression
      in: query
      description: |
        PNG compression: 0 stores, 1 to 9 are the levels of zlib, 9 is smallest; `fast` is several times
        as fast as 6, and about as small for photos. Refused with `format=jpeg`.
      schema:
        $ref: "#/components/schemas/Compression"
      example: 6
    Background:
      name: background
      in: query
      description: |
        Color below transparent parts, which JPEG cannot keep: `rgb` or `rrggbb` in hexadecimal,
        with or without `#`, or a basic CSS name. Refused with `format=png`.
      schema:
        $ref: "#/components/schemas/Background"
      example: ffffff
    Dither:
      name: dither
      in: query
      description: |
        Noise below one level that hides bands in smooth gradients.
      schema:
        $ref: "#/components/schemas/Dither"
      example: "1"
    Accept:
      name: Accept
      in: header
      description: |
        With `format=auto`, the format of the result: the one with the greater weight, and the
        image's own when both weigh the same. Without a format that can be made: 406.

        Where `application/json` weighs more than images, the answer is the plan of the rendering,
        whatever the format: every step with its numbers, without rendering anything.
      schema:
        type: string
      example: image/png, image/*;q=0.5
    PrefersColorScheme:
      name: Sec-CH-Prefers-Color-Scheme
      in: header
      description: |
        Appearance of a material where no parameter decides. A hint that is not well formed counts as
        absent, here and below.
      schema:
        type: string
      example: '"dark"'
    DevicePixelRatio:
      name: Sec-CH-DPR
      in: header
      description: Pixels per point where no parameter decides.
      schema:
        type: string
      example: "2.0"
    PrefersReducedTransparency:
      name: Sec-CH-Prefers-Reduced-Transparency
      in: header
      description: Whether materials are opaque where no parameter decides.
      schema:
        type: string
      example: '"reduce"'
    PrefersContrast:
      name: Sec-CH-Prefers-Contrast
      in: header
      description: Whether materials stand out more where no parameter decides.
      schema:
        type: string
      example: '"more"'
    ContentDigest:
      name: Content-Digest
      in: header
      description: |
        Digests of the body (RFC 9530); `sha-256` and `sha-512` are checked, others passed over.
      schema:
        $ref: "#/components/schemas/DigestField"
    ReprDigest:
      name: Repr-Digest
      in: header
      description: As `Content-Digest`; bodies are never coded, so the two are the same.
      schema:
        $ref: "#/components/schemas/DigestField"
    IfMatch:
      name: If-Match
      in: header
      description: The request is carried out only if the current entity tag is among these.
      schema:
        type: string
      example: '"0123456789abcdef0123456789abcdef"'
    IfNoneMatch:
      name: If-None-Match
      in: header
      description: The request is carried out only if the current entity tag is not among these.
      schema:
        type: string
      example: '"0123456789abcdef0123456789abcdef"'
    RequestId:
      name: X-Request-Id
      in: header
      description: |
        A name for the request in the logs: up to 128 letters, digits and `-._~`. Otherwise, the
        server makes one. Either way the response carries it.
      schema:
        type: string
      example: 5f3a9c1e
    TraceParent:
      name: traceparent
      in: header
      description: W3C Trace Context; passed on to the logs and the response when it is well formed.
      schema:
        type: string
      example: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01

  headers:
    Legibility:
      description: |
        What was chosen so that a text is legible (RFC 9651, a dictionary): `material` (or
        `opaque`), `appearance`, `text`, the `contrast` reached, its `measure`, and the `reason`,
        which is `thinnest`, `stronger-text`, `other-appearance`, `opaque` or `out-of-reach`. With
        `material=auto`.
      schema:
        type: string
      example: material=systemThinMaterial, appearance=light, text=label, contrast=5.39, measure=wcag, reason=thinnest
    RequestId:
      description: The name of the request in the logs.
      required: true
      schema:
        type: string
        pattern: "^[A-Za-z0-9._~-]{1,128}$"
    Location:
      description: The address of the image.
      required: true
      schema:
        type: string
        pattern: "^/v1/images/[0-9a-f]{64}$"
    ETag:
      description: A strong entity tag, the same for the same bytes.
      required: true
      schema:
        type: string
        pattern: '^"[0-9a-f]{32,64}"$'
    CacheControl:
      description: |
        `public, max-age=31536000, immutable` for what its digest addresses (`private` where a token
        is needed), `no-store` for results and plans of uploads, `no-cache` for plans of kept images,
        which say whether the original is still there.
      required: true
      schema:
        type: string
    CacheStatus:
      description: |
        What the server's cache did (RFC 9211): `hit`, or `fwd=miss` with `collapsed` when somebody
        else's rendering was joined and `stored` when the result was kept and is already complete.
      schema:
        type: string
      example: frostpane; hit
    ContentDisposition:
      description: A sensible name for the file; plans have none.
      schema:
        type: string
      example: inline; filename="2cf24dba5fb0-blur20-saturate1.8.jpg"
    ReprDigest:
      description: |
        The SHA-256 of the image (RFC 9530); a trailer when the result is streamed.
      schema:
        type: string
      example: "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"
    ServerTiming:
      description: |
        `cache` and the wait in the `queue` before the body, `decode`, `effects` and `encode` after
        it, in milliseconds. A result from the cache has no queue.
      schema:
        type: string
      example: cache;desc=miss, queue;dur=0.041
    Trailer:
      description: The fields that follow the body when it is streamed.
      schema:
        type: string
      example: Repr-Digest, Server-Timing
    Vary:
      description: |
        The fields of the request that had a say in a rendering: `Accept` always, since it may ask for
        the plan, and those hints that a material, a scene or a length in points follows and no
        parameter overrides.
      required: true
      schema:
        type: string
        pattern: "^Accept(, Sec-CH-[A-Za-z-]+)*$"
      example: Accept, Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR
    HintsVary:
      description: |
        The hints that had a say: those that no parameter overrides. Not there when parameters override
        all of them.
      schema:
        type: string
        pattern: "^Sec-CH-[A-Za-z-]+(, Sec-CH-[A-Za-z-]+)*$"
      example: Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR
    AcceptCH:
      description: |
        The hints (RFC 8942) that could have a say in the result; not there when none could.
      schema:
        type: string
        pattern: "^Sec-CH-[A-Za-z-]+(, Sec-CH-[A-Za-z-]+)*$"
      example: Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR, Sec-CH-Prefers-Reduced-Transparency
    CatalogCacheControl:
      description: "`public, max-age=3600`, or `private` where a token is needed."
      required: true
      schema:
        type: string
    RetryAfter:
      description: After how many seconds to try again.
      required: true
      schema:
        type: integer
        minimum: 1
        maximum: 60

  responses:
    Rendering:
      description: The rendering, streamed or from the cache.
      headers: &renderingHeaders
        ETag:
          $ref: "#/components/headers/ETag"
        Cache-Control:
          $ref: "#/components/headers/CacheControl"
        Cache-Status:
          $ref: "#/components/headers/CacheStatus"
        Content-Disposition:
          $ref: "#/components/headers/ContentDisposition"
        Repr-Digest:
          $ref: "#/components/headers/ReprDigest"
        Server-Timing:
          $ref: "#/components/headers/ServerTiming"
        Trailer:
          $ref: "#/components/headers/Trailer"
        Vary:
          $ref: "#/components/headers/Vary"
        Frostpane-Legibility:
          $ref: "#/components/headers/Legibility"
        Accept-CH:
          $ref: "#/components/headers/AcceptCH"
        X-Request-Id:
          $ref: "#/components/headers/RequestId"
      content: &renderingContent
        image/jpeg: *jpeg
        image/png: *png
        application/json:
          schema:
            $ref: "#/components/schemas/RenderPlan"
          examples:
            plan:
              $ref: "#/components/examples/RenderPlan"
    UploadRendering:
      description: The rendering, streamed or from the cache. A redaction has no `ETag`.
      headers:
        ETag:
          description: A strong entity tag, the same for the same bytes; redactions have none.
          schema:
            type: string
            pattern: '^"[0-9a-f]{32,64}"$'
        Cache-Control:
          $ref: "#/components/headers/CacheControl"
        Cache-Status:
          $ref: "#/components/headers/CacheStatus"
        Content-Disposition:
          $ref: "#/components/headers/ContentDisposition"
        Repr-Digest:
          $ref: "#/components/headers/ReprDigest"
        Server-Timing:
          $ref: "#/components/headers/ServerTiming"
        Trailer:
          $ref: "#/components/headers/Trailer"
        Vary:
          $ref: "#/components/headers/Vary"
        Frostpane-Legibility:
          $ref: "#/components/headers/Legibility"
        Accept-CH:
          $ref: "#/components/headers/AcceptCH"
        X-Request-Id:
          $ref: "#/components/headers/RequestId"
      content: *renderingContent
    RenderingHead:
      description: The head of the rendering.
      headers: *renderingHeaders
    Original:
      description: The image.
      headers: &originalHeaders
        ETag:
          $ref: "#/components/headers/ETag"
        Cache-Control:
          $ref: "#/components/headers/CacheControl"
        Content-Disposition:
          $ref: "#/components/headers/ContentDisposition"
        Repr-Digest:
          $ref: "#/components/headers/ReprDigest"
        X-Request-Id:
          $ref: "#/components/headers/RequestId"
      content:
        image/jpeg: *jpeg
        image/png: *png
    OriginalHead:
      description: The head of the image.
      headers: *originalHeaders
    NotModified:
      description: The client has the current representation.
      headers:
        ETag:
          $ref: "#/components/headers/ETag"
        Cache-Control:
          description: As in the full answer.
          required: true
          schema:
            type: string
        Vary:
          description: As in the full answer.
          schema:
            type: string
        X-Request-Id:
          $ref: "#/components/headers/RequestId"
    BadRequest:
      description: The request is malformed.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/malformed-request
                      - /problems/malformed-query
                      - /problems/unknown-parameter
                      - /problems/repeated-parameter
                      - /problems/malformed-parameter
                      - /problems/parameter-out-of-range
                      - /problems/conflicting-parameters
                      - /problems/malformed-form
                      - /problems/malformed-scene
                      - /problems/invalid-scene
                      - /problems/missing-image
                      - /problems/malformed-digest
          example:
            type: /problems/parameter-out-of-range
            title: A number is outside its range
            status: 400
            detail: "'blur' takes a number from 0 to 1000."
            parameter: blur
            value: "1001"
            allowed: a number from 0 to 1000
            requestId: 5f3a9c1e
    Unauthorized:
      description: A valid token is needed.
      headers:
        WWW-Authenticate:
          description: How to show the token.
          required: true
          schema:
            type: string
            const: Bearer realm="frostpane"
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/unauthorized
    NotFound:
      description: Nothing is kept at this address, or no image of a digest that the request names.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/not-found
                      - /problems/image-not-found
    NotAcceptable:
      description: |
        No acceptable format can be made, or the plan of a redaction is asked for, which has none.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/not-acceptable
    RequestTimeout:
      description: The request took too long to arrive.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/request-timeout
    PreconditionFailed:
      description: A condition of the request does not hold.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/precondition-failed
    BodyTooLarge:
      description: |
        The body, or an image that is to be kept, is too large. `allowed` names the limit; a stated
        length that exceeds it is refused before the body is read.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/body-too-large
    TargetTooLong:
      description: The address is too long.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/target-too-long
    UnsupportedMediaType:
      description: The body is neither JPEG nor PNG, or is compressed.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/unsupported-media-type
                      - /problems/unsupported-content-coding
          example:
            type: /problems/unsupported-media-type
            title: The body is neither JPEG nor PNG
            status: 415
            detail: "The image is WEBP, which cannot be read."
            allowed: JPEG, PNG
            requestId: 5f3a9c1e
    ExpectationFailed:
      description: Only the expectation `100-continue` is known.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/expectation-failed
    UnprocessableImage:
      description: The image cannot be rendered, or is not the one that was announced.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/unsupported-image-feature
                      - /problems/image-too-large
                      - /problems/animated-image
                      - /problems/damaged-image
                      - /problems/unrenderable-text
                      - /problems/digest-mismatch
                      - /problems/picture-not-kept
          example:
            type: /problems/image-too-large
            title: The image has too many pixels
            status: 422
            detail: "The image has 15000 × 15000 pixels."
            allowed: up to 50000000 pixels
            requestId: 5f3a9c1e
    HeadTooLarge:
      description: The head of the request is too large.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/head-too-large
    InternalError:
      description: The server failed; its log says why.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/internal-error
    Unavailable:
      description: The server is busy or shutting down.
      headers:
        Retry-After:
          $ref: "#/components/headers/RetryAfter"
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/saturated
                      - /problems/shutting-down
          example:
            type: /problems/saturated
            title: The server is busy
            status: 503
            detail: "The queue is full."
            requestId: 5f3a9c1e
    DeadlineExceeded:
      description: The rendering took too long.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/deadline-exceeded
    TextsUnavailable:
      description: A text is to be drawn, and Pango or fonts are not installed where the program runs.
      content:
        application/problem+json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Problem"
              - properties:
                  type:
                    enum:
                      - /problems/not-implemented
    OtherProblem:
      description: Another problem.
      content:
        application/problem+json:
          schema:
            $ref: "#/components/schemas/Problem"

  schemas:
    Digest:
      type: string
      description: SHA-256 in lowercase hexadecimal.
      pattern: "^[0-9a-f]{64}$"
      examples:
        - 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
    DigestField:
      type: string
      description: A dictionary of byte sequences (RFC 9651).
      examples:
        - "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"
    Blur:
      type: number
      minimum: 0
      maximum: 1000
      default: 0
    Saturate:
      type: number
      minimum: 0
      maximum: 100
      default: 1
    Filter:
      type: string
      format: filter-list
      maxLength: 2048
      default: none
    Kernel:
      type: string
      enum: [gaussian, css3box, apple3box]
      default: gaussian
    Edge:
      type: string
      enum: [clamp, mirror, normalize, transparent, expand]
      default: clamp
    Text:
      type: string
      enum: [label, secondaryLabel, tertiaryLabel, quaternaryLabel]
      default: label
    Contrast:
      oneOf:
        - type: number
          minimum: 0
          maximum: 108
        - type: string
          const: auto
      default: auto
    Measure:
      type: string
      enum: [wcag, apca]
      default: wcag
    TextBox:
      type: string
      description: |
        `none`, or left, top, width and height with commas between them, each a number with `px`,
        `pt`, `%` or nothing, which is `px`.
      pattern: "^(none|-?[0-9]+(\\.[0-9]+)?(px|pt|%)?(,-?[0-9]+(\\.[0-9]+)?(px|pt|%)?){3})$"
      maxLength: 64
      default: none
    Material:
      type: string
      enum:
        - none
        - auto
        - systemUltraThinMaterial
        - systemThinMaterial
        - systemMaterial
        - systemThickMaterial
        - systemChromeMaterial
        - systemUltraThinMaterialLight
        - systemThinMaterialLight
        - systemMaterialLight
        - systemThickMaterialLight
        - systemChromeMaterialLight
        - systemUltraThinMaterialDark
        - systemThinMaterialDark
        - systemMaterialDark
        - systemThickMaterialDark
        - systemChromeMaterialDark
        - extraLight
        - light
        - dark
        - extraDark
        - regular
        - prominent
        - ultraDark
        - dockLight
        - dockDark
        - platters
        - plattersDark
        - tintablePlatters
        - toolbarButtonBackground
        - modulesBackground
        - modulesBackgroundSheer
        - previewBackground
        - knowledgeBackground
        - ambientCompact
        - carPlayPlatters
        - platformContentGlass
        - tvMaterialLight
        - macPopover
        - applyLightEffect
        - applyExtraLightEffect
        - applyDarkEffect
        - applyTintEffectWithColor
      default: none
    Appearance:
      type: string
      enum: [light, dark, auto]
      default: auto
    Scale:
      oneOf:
        - type: integer
          minimum: 1
          maximum: 3
        - type: string
          const: auto
      default: auto
    ReduceTransparency:
      $ref: "#/components/schemas/OpenFlag"
    IncreaseContrast:
      $ref: "#/components/schemas/OpenFlag"
    OpenFlag:
      type: string
      enum: ["0", "1", "true", "false", auto]
      default: auto
    Color:
      type: string
      pattern: "^(#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|black|silver|gray|white|maroon|red|purple|fuchsia|green|lime|olive|yellow|navy|blue|teal|aqua)$"
    Solid:
      oneOf:
        - $ref: "#/components/schemas/Color"
        - type: string
          const: auto
      default: auto
    Tint:
      type: string
      pattern: "^(#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|black|silver|gray|white|maroon|red|purple|fuchsia|green|lime|olive|yellow|navy|blue|teal|aqua)$"
      default: white
    Format:
      type: string
      enum: [jpeg, png, auto]
      default: auto
    Quality:
      type: integer
      minimum: 1
      maximum: 100
      default: 82
    Subsampling:
      type: string
      enum: ["420", "444"]
      default: "420"
    Progressive:
      $ref: "#/components/schemas/Flag"
    Optimize:
      $ref: "#/components/schemas/Flag"
    Compression:
      oneOf:
        - type: integer
          minimum: 0
          maximum: 9
        - type: string
          const: fast
      default: fast
    Background:
      type: string
      pattern: "^(#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|black|silver|gray|white|maroon|red|purple|fuchsia|green|lime|olive|yellow|navy|blue|teal|aqua)$"
      default: white
    Dither:
      $ref: "#/components/schemas/Flag"
    Flag:
      type: string
      enum: ["0", "1", "true", "false"]
      default: "0"
    Region:
      type: array
      maxItems: 63
      default: []
      items:
        type: string
        pattern: "^(none|-?[0-9]+(\\.[0-9]+)?(px|pt|%)?(,-?[0-9]+(\\.[0-9]+)?(px|pt|%)?){3})$"
        maxLength: 64
    Corner:
      type: string
      pattern: "^[0-9]+(\\.[0-9]+)?(px|pt|%)?$"
      maxLength: 34
      default: "0"
    CornerCurve:
      type: string
      enum: [circular, continuous]
      default: circular
    InvertRegion:
      type: string
      enum: ["0", "1", "true", "false"]
      default: "0"
    Mask:
      type: string
      pattern: "^(none|[0-9a-f]{64})$"
      default: none
    MaskChannel:
      type: string
      enum: [alpha, luminance]
      default: alpha
    Redact:
      type: string
      enum: ["0", "1", "true", "false"]
      default: "0"
    RenderForm:
      type: object
      description: |
        An image and parameters; or a scene, up to 16 further files that it names, an image unless it
        names a kept one, and parameters that are no effects.
      anyOf:
        - required: [image]
        - required: [scene]
      additionalProperties:
        type: string
        contentMediaType: application/octet-stream
        description: A file, which needs a file name in the form; the scene names it by its part.
      properties:
        image:
          type: string
          contentMediaType: application/octet-stream
          description: The file.
        scene:
          type: string
          contentMediaType: application/json
          contentSchema:
            $ref: "#/components/schemas/Scene"
          description: Panes to be laid on the image, in at most 64 KiB.
        blur:
          $ref: "#/components/schemas/Blur"
        saturate:
          $ref: "#/components/schemas/Saturate"
        filter:
          $ref: "#/components/schemas/Filter"
        kernel:
          $ref: "#/components/schemas/Kernel"
        edge:
          $ref: "#/components/schemas/Edge"
        material:
          $ref: "#/components/schemas/Material"
        text:
          $ref: "#/components/schemas/Text"
        contrast:
          $ref: "#/components/schemas/Contrast"
        measure:
          $ref: "#/components/schemas/Measure"
        text-box:
          $ref: "#/components/schemas/TextBox"
        appearance:
          $ref: "#/components/schemas/Appearance"
        scale:
          $ref: "#/components/schemas/Scale"
        reduce-transparency:
          $ref: "#/components/schemas/ReduceTransparency"
        increase-contrast:
          $ref: "#/components/schemas/IncreaseContrast"
        solid:
          $ref: "#/components/schemas/Solid"
        tint:
          $ref: "#/components/schemas/Tint"
        region:
          $ref: "#/components/schemas/Region"
        corner:
          $ref: "#/components/schemas/Corner"
        corner-curve:
          $ref: "#/components/schemas/CornerCurve"
        invert-region:
          $ref: "#/components/schemas/InvertRegion"
        mask:
          $ref: "#/components/schemas/Mask"
        mask-channel:
          $ref: "#/components/schemas/MaskChannel"
        redact:
          $ref: "#/components/schemas/Redact"
        format:
          $ref: "#/components/schemas/Format"
        quality:
          $ref: "#/components/schemas/Quality"
        subsampling:
          $ref: "#/components/schemas/Subsampling"
        progressive:
          $ref: "#/components/schemas/Progressive"
        optimize:
          $ref: "#/components/schemas/Optimize"
        compression:
          $ref: "#/components/schemas/Compression"
        background:
          $ref: "#/components/schemas/Background"
        dither:
          $ref: "#/components/schemas/Dither"
    Scene:
      type: object
      description: |
        Panes of glass on an image, as UIVisualEffectViews lie on a view. Members that are not known,
        or stand twice, are refused. So is what UIKit forbids: contents outside of a pane, vibrancy
        without a material beneath it, a mask or an alpha on what holds the panes.
      required: [panes]
      additionalProperties: false
      properties:
        backdrop:
          description: The kept image on which the panes lie, unless one is sent with the scene.
          $ref: "#/components/schemas/KeptImage"
        direction:
          type: string
          description: |
            The direction in which people read. It is that of texts that state none; images with
            `followsDirection` are mirrored with `rtl`. Frames stay where they are.
          enum: [auto, ltr, rtl]
          default: auto
        panes:
          type: array
          description: |
            The panes, the last on top. Each sees those beneath it, unless they share a `group`. All
            panes together have at most 64 contents, and 16 KiB of text.
          minItems: 1
          maxItems: 64
          items:
            $ref: "#/components/schemas/Pane"
      examples:
        - panes:
            - frame: {x: 10%, y: 35%, width: 80%, height: 30%}
              corners: {radius: 20pt, curve: continuous}
              material: systemThinMaterial
              contents:
                - text: Hello, world!
                  font: {size: 28pt, weight: 600}
                  alignment: center
                  vibrancy: label
    Pane:
      type: object
      description: |
        A pane of glass. What lies beneath is filtered by its material or its filter, tinted, and
        covered by its contents; then the whole is blended into the image. It needs at least one of
        `material`, `filter`, `tint`, `contents` and a `blend` other than normal.
      additionalProperties: false
      properties:
        shape:
          $ref: "#/components/schemas/ShapeName"
        frame:
          $ref: "#/components/schemas/Frame"
        corners:
          $ref: "#/components/schemas/Corners"
        points:
          $ref: "#/components/schemas/Points"
        invert:
          type: boolean
          description: Whether the pane covers everything but its shape.
          default: false
        mask:
          description: |
            What the pane is multiplied by, stretched to its frame; to the image where it is
            inverted.
          type: object
          additionalProperties: false
          minProperties: 1
          properties:
            digest:
              $ref: "#/components/schemas/Digest"
            part:
              $ref: "#/components/schemas/PartName"
            channel:
              type: string
              description: |
                What of the mask counts: its alpha, or its luminance (.2126, .7152, .0722) times its
                alpha.
              enum: [alpha, luminance]
              default: alpha
        material:
          type: string
          description: A material, by a name that `/v1/materials` lists. Excludes `filter`.
        filter:
          type: string
          description: |
            Filters in the words of CSS, as the parameter `filter` takes them, applied to what lies
            beneath. Excludes `material`.
          maxLength: 2048
        edge:
          type: string
          description: |
            What the blurs of `filter` see beyond the pane: by default the pane mirrored, as
            `backdrop-filter` has it. A material has its own.
          enum: [clamp, mirror, normalize, transparent]
          default: mirror
        kernel:
          type: string
          description: What `blur()` stands for in `filter`.
          enum: [gaussian, css3box, apple3box]
          default: gaussian
        tint:
          $ref: "#/components/schemas/CSSColor"
        alpha:
          type: number
          description: How much of the pane there is, contents included.
          minimum: 0
          maximum: 1
          default: 1
        blend:
          type: string
          description: How the pane and what lies beneath make a color, as CSS `mix-blend-mode`.
          enum:
            - normal
            - multiply
            - screen
            - overlay
            - darken
            - lighten
            - color-dodge
            - color-burn
            - hard-light
            - soft-light
            - difference
            - exclusion
            - hue
            - saturation
            - color
            - luminosity
            - plus-lighter
            - plus-darker
          default: normal
        group:
          type: string
          description: |
            Panes of one group see the same, which is what lies beneath the first of them. They must
            follow each other.
          minLength: 1
          maxLength: 64
        contents:
          type: array
          description: What is drawn on the pane and clipped to it, in order.
          maxItems: 64
          items:
            $ref: "#/components/schemas/PaneContent"
    PaneContent:
      description: |
        A text, an image or an area. It is drawn in a `color`, or with a `vibrancy` in colors made of
        the material beneath; an image with neither keeps its own colors, and with either only its
        alpha counts. Of a vibrancy other than `label`, only the alpha of a `color` beside it counts.
        Lengths in % are those of the pane's frame.
      oneOf:
        - $ref: "#/components/schemas/TextContent"
        - $ref: "#/components/schemas/ImageContent"
        - $ref: "#/components/schemas/ShapeContent"
    TextContent:
      type: object
      required: [text]
      additionalProperties: false
      anyOf:
        - required: [vibrancy]
        - required: [color]
      properties:
        text:
          type: string
          description: The text; line feeds separate paragraphs. No other control characters but tabs.
          minLength: 1
        font:
          type: object
          additionalProperties: false
          properties:
            family:
              type: string
              description: A family, as fontconfig knows it.
              minLength: 1
              maxLength: 64
              default: sans-serif
            size:
              description: 1 to 1000 pixels in the end; in %, of the height of the pane's frame.
              default: 17pt
              $ref: "#/components/schemas/Length"
            weight:
              type: integer
              minimum: 100
              maximum: 1000
              default: 400
            italic:
              type: boolean
              default: false
        alignment:
          type: string
          enum: [natural, left, center, right, justified]
          default: natural
        position:
          type: string
          description: Where the lines stand in the height of the frame.
          enum: [top, middle, bottom]
          default: middle
        wrapping:
          type: string
          enum: [word, character, truncate]
          default: word
        direction:
          type: string
          description: The scene's when it is absent.
          enum: [auto, ltr, rtl]
        frame: &contentFrame
          $ref: "#/components/schemas/Frame"
        vibrancy: &contentVibrancy
          $ref: "#/components/schemas/Vibrancy"
        color: &contentColor
          $ref: "#/components/schemas/CSSColor"
        alpha: &contentAlpha
          type: number
          minimum: 0
          maximum: 1
          default: 1
    ImageContent:
      type: object
      required: [image]
      additionalProperties: false
      properties:
        image:
          type: object
          description: A kept image by its digest, or a file of the form by its part's name.
          additionalProperties: false
          minProperties: 1
          maxProperties: 1
          properties:
            digest:
              $ref: "#/components/schemas/Digest"
            part:
              $ref: "#/components/schemas/PartName"
        mode:
          type: string
          description: How an image of another shape than its frame is fitted.
          enum: [fill, fit, stretch, center]
          default: fit
        scale:
          type: number
          description: |
            Pixels of the image in a point, for `center` and `caps`; when it is absent, each is one
            pixel of the result.
          minimum: 0.1
          maximum: 10
        caps:
          type: object
          description: |
            The parts that keep their size, with the mode `stretch`, as
            `resizableImage(withCapInsets:)` has them; in pixels of the image.
          additionalProperties: false
          properties:
            top: &inset
              type: integer
              minimum: 0
              maximum: 16384
              default: 0
            left: *inset
            bottom: *inset
            right: *inset
            resizing:
              type: string
              enum: [stretch, tile]
              default: stretch
        followsDirection:
          type: boolean
          description: Whether the image is mirrored where the scene's direction is `rtl`.
          default: false
        frame: *contentFrame
        vibrancy: *contentVibrancy
        color: *contentColor
        alpha: *contentAlpha
    ShapeContent:
      type: object
      required: [shape]
      additionalProperties: false
      anyOf:
        - required: [vibrancy]
        - required: [color]
      properties:
        shape:
          $ref: "#/components/schemas/ShapeName"
        corners:
          $ref: "#/components/schemas/Corners"
        points:
          $ref: "#/components/schemas/Points"
        frame: *contentFrame
        vibrancy: *contentVibrancy
        color: *contentColor
        alpha: *contentAlpha
    ShapeName:
      type: string
      description: |
        A rectangle has a `frame` and may have `corners`, an ellipse has a `frame`, a polygon has
        `points` and nothing else.
      enum: [rectangle, ellipse, polygon]
      default: rectangle
    Frame:
      type: object
      description: |
        Where something lies in its parent, which is the image for panes and the pane's frame for
        contents. What is absent makes it the whole of the parent. A pane may reach beyond the image,
        not lie outside of it.
      additionalProperties: false
      properties:
        x:
          $ref: "#/components/schemas/Length"
        y:
          $ref: "#/components/schemas/Length"
        width:
          $ref: "#/components/schemas/Length"
        height:
          $ref: "#/components/schemas/Length"
    Corners:
      description: |
        The radius of all corners, or one for each; in %, of the frame's shorter side. Radii that do
        not fit beside each other shrink together.
      oneOf:
        - $ref: "#/components/schemas/Length"
        - type: object
          additionalProperties: false
          properties:
            radius:
              $ref: "#/components/schemas/Length"
            curve:
              type: string
              description: A quarter of a circle, or the smoother curve of CALayer.
              enum: [circular, continuous]
              default: circular
            topLeft:
              $ref: "#/components/schemas/Length"
            topRight:
              $ref: "#/components/schemas/Length"
            bottomRight:
              $ref: "#/components/schemas/Length"
            bottomLeft:
              $ref: "#/components/schemas/Length"
    Points:
      type: array
      description: The corners of a polygon, each from the left and from the top.
      minItems: 3
      maxItems: 32
      items:
        type: array
        minItems: 2
        maxItems: 2
        items:
          $ref: "#/components/schemas/Length"
    Length:
      description: |
        Pixels; or pixels (`px`), points (`pt`, of which `scale` says how many pixels they have) or
        hundredths of the parent's extent (`%`), each from -65536 to 65536.
      oneOf:
        - type: number
          minimum: -65536
          maximum: 65536
        - type: string
          pattern: "^-?[0-9]+(\\.[0-9]+)?(px|pt|%)?$"
          maxLength: 34
      examples: [24, 12pt, 50%]
    CSSColor:
      type: string
      description: |
        A color in the words of CSS: a name, `#rgb`, `#rrggbb` or with alpha `#rrggbbaa`, `rgb()`,
        `hsl()` or `hwb()`.
      examples: ["#0a84ff80", white, "rgb(0 0 0 / 40%)"]
    Vibrancy:
      type: string
      description: |
        A style that lets the pane's material shine through. Refused on a pane without one.
      enum:
        - label
        - secondaryLabel
        - tertiaryLabel
        - quaternaryLabel
        - fill
        - secondaryFill
        - tertiaryFill
        - separator
    KeptImage:
      type: object
      required: [digest]
      additionalProperties: false
      properties:
        digest:
          $ref: "#/components/schemas/Digest"
    PartName:
      type: string
      description: The name of a file in the form.
      minLength: 1
    SceneOnKeptImage:
      description: A scene that names its image.
      allOf:
        - $ref: "#/components/schemas/Scene"
        - required: [backdrop]
    ImageForm:
      type: object
      description: An image.
      required: [image]
      additionalProperties: false
      properties:
        image:
          type: string
          contentMediaType: application/octet-stream
          description: The file.
    Image:
      type: object
      description: A kept image.
      required: [id, url, format, width, height, bytes, orientation, bitDepth, hasAlpha]
      additionalProperties: false
      properties:
        id:
          $ref: "#/components/schemas/Digest"
        url:
          type: string
          description: The address of the image, relative to the server.
          pattern: "^/v1/images/[0-9a-f]{64}$"
        format:
          type: string
          enum: [jpeg, png]
        width:
          type: integer
          minimum: 1
          description: The width for display, in pixels.
        height:
          type: integer
          minimum: 1
          description: The height for display, in pixels.
        bytes:
          type: integer
          minimum: 1
          description: The length of the file.
        orientation:
          type: integer
          minimum: 1
          maximum: 8
          description: Exif's orientation; 1 is upright. Renderings are always upright.
        bitDepth:
          type: integer
          enum: [8, 16]
          description: Bits of a sample.
        hasAlpha:
          type: boolean
          description: Whether parts may be transparent.
    LegibilityTable:
      type: object
      description: How legible texts are on materials over an image.
      required: [goal, pane, box, choice, rows]
      additionalProperties: false
      properties:
        goal:
          type: object
          description: What was asked for.
          required: [text, measure, contrast, appearance, scale]
          additionalProperties: false
          properties:
            text:
              $ref: "#/components/schemas/Text"
            measure:
              $ref: "#/components/schemas/Measure"
            contrast:
              type: number
              minimum: 0
              maximum: 108
            appearance:
              type: string
              enum: [light, dark]
            scale:
              type: integer
              minimum: 1
              maximum: 3
        pane:
          $ref: "#/components/schemas/PixelRectangle"
        box:
          $ref: "#/components/schemas/PixelRectangle"
        choice:
          description: What `material=auto` takes, and why.
          type: object
          required: [material, appearance, text, contrast, mean, reason]
          additionalProperties: false
          properties:
            material: &chosenMaterial
              type: string
              enum:
                - systemUltraThinMaterial
                - systemThinMaterial
                - systemMaterial
                - systemThickMaterial
                - opaque
            appearance: &chosenAppearance
              type: string
              enum: [light, dark]
            text: &chosenText
              $ref: "#/components/schemas/Text"
            contrast: &reached
              type: number
              minimum: 0
              description: The contrast that all but the worst twentieth of the places reach.
            mean: &mean
              type: number
              minimum: 0
              description: The mean contrast.
            reason:
              type: string
              enum: [thinnest, stronger-text, other-appearance, opaque, out-of-reach]
        rows:
          type: array
          description: Every combination, thin materials first.
          items:
            type: object
            required: [material, appearance, text, contrast, mean]
            additionalProperties: false
            properties:
              material: *chosenMaterial
              appearance: *chosenAppearance
              text: *chosenText
              contrast: *reached
              mean: *mean
    PixelRectangle:
      type: object
      description: Whole pixels of the upright image.
      required: [x, y, width, height]
      additionalProperties: false
      properties:
        x:
          type: integer
          minimum: 0
        y:
          type: integer
          minimum: 0
        width:
          type: integer
          minimum: 1
        height:
          type: integer
          minimum: 1
    RenderPlan:
      type: object
      description: What a rendering does, in place of its pixels.
      required: [source, steps, result, estimate, key, etag, engine]
      additionalProperties: false
      properties:
        source:
          type: object
          description: The image.
          required: [digest, format, width, height, orientation, kept]
          additionalProperties: false
          properties:
            digest:
              $ref: "#/components/schemas/Digest"
            format:
              type: string
              enum: [jpeg, png]
            width:
              type: integer
              minimum: 1
              description: Columns, upright.
            height:
              type: integer
              minimum: 1
              description: Rows, upright.
            orientation:
              type: integer
              minimum: 1
              maximum: 8
              description: As Exif numbers them; it is applied first.
            kept:
              type: boolean
              description: Whether the untouched image can be had.
            original:
              type: string
              description: Where, if it can.
        steps:
          type: array
          description: The steps in the order of their application; none when nothing is changed.
          items:
            type: object
            required: [type, width, height]
            properties:
              type:
                type: string
                description: The name of the step; its numbers follow, in pixels and parts of 1.
              width:
                type: integer
                minimum: 1
                description: Columns after the step.
              height:
                type: integer
                minimum: 1
                description: Rows after the step.
        result:
          type: object
          required: [mediaType, width, height, channels, encoding]
          additionalProperties: false
          properties:
            mediaType:
              type: string
              enum: [image/jpeg, image/png]
            width:
              type: integer
              minimum: 1
            height:
              type: integer
              minimum: 1
            channels:
              type: integer
              minimum: 1
              maximum: 4
            encoding:
              type: object
              description: The format and all of its options.
              required: [type]
              properties:
                type:
                  type: string
                  enum: [jpeg, png]
        estimate:
          type: object
          description: What admission counts with.
          required: [memoryBytes, work]
          additionalProperties: false
          properties:
            memoryBytes:
              type: integer
              minimum: 0
              description: The most memory held at one time.
            work:
              type: integer
              minimum: 0
              description: Samples times the passes over them.
        key:
          type: string
          pattern: ^[0-9a-f]{64}$
          description: The name under which the result is cached.
        etag:
          type: string
          description: The entity tag of the picture that would be rendered.
        engine:
          type: array
          description: The versions that the bytes depend on.
          items:
            type: string
    Index:
      type: object
      description: Where to begin.
      required: [name, contract, render, images, legibility, gallery, filters, materials, vibrancies]
      additionalProperties: false
      properties:
        name:
          type: string
          const: frostpane
        contract:
          type: string
        render:
          type: string
        images:
          type: string
        legibility:
          type: string
        gallery:
          type: string
        filters:
          type: string
        materials:
          type: string
        vibrancies:
          type: string
    FilterCatalog:
      type: object
      description: The filters that `filter` takes, those of CSS first.
      required: [filters]
      additionalProperties: false
      properties:
        filters:
          type: array
          items:
            type: object
            required: [name, syntax, description, standard, parameters]
            additionalProperties: false
            properties:
              name:
                type: string
              syntax:
                type: string
                description: |
                  How it is written, with parameters in angle brackets; `?` follows what may be left
                  out, and braces say how many there are.
              description:
                type: string
              standard:
                type: string
                description: Where the meaning is written down.
                enum: [Filter Effects Module Level 1, Core Animation, Core Image, Frostpane]
              parameters:
                type: array
                items:
                  $ref: "#/components/schemas/FilterParameter"
    FilterParameter:
      type: object
      description: A parameter of a filter.
      required: [name, kind, count, allowed, description]
      additionalProperties: false
      properties:
        name:
          type: string
        kind:
          type: string
          description: An amount is a number, or a percentage of 1.
          enum: [amount, number, length, angle, color, position, mask]
        count:
          type: integer
          minimum: 1
          description: How many values there are.
        unit:
          type: string
          description: The unit of `minimum` and `maximum`.
          enum: [px, deg, "%"]
        minimum:
          type: number
        maximum:
          type: number
        default:
          type: string
          description: What holds when it is left out, as it would be written.
        allowed:
          type: string
          description: The accepted values in words.
        description:
          type: string
    MaterialCatalog:
      type: object
      description: The materials.
      required: [materials]
      additionalProperties: false
      properties:
        materials:
          type: array
          items:
            $ref: "#/components/schemas/MaterialEntry"
    MaterialEntry:
      type: object
      description: A material.
      required: [name, family, description, appearances, follows, takesTint, recipes]
      additionalProperties: false
      properties:
        name:
          type: string
          description: What `material` takes.
        family:
          type: string
          description: |
            `system`: UIBlurEffect.Style since iOS 13; `legacy`: before; `preset`: another part of
            Apple's systems; `imageEffect`: Apple's sample code UIImage+ImageEffects.
          enum: [system, legacy, preset, imageEffect]
        uikitRawValue:
          type: integer
          description: The number of the style in UIBlurEffect.Style, where it has one.
        description:
          type: string
        appearances:
          type: array
          description: The appearances that the material has; one that has a single one is always so.
          items:
            type: string
            enum: [light, dark]
        follows:
          type: array
          description: The parameters, or hints, that can change what the material does.
          items:
            type: string
            enum: [appearance, scale, reduce-transparency, increase-contrast]
        takesTint:
          type: boolean
          description: Whether `tint` has a meaning.
        reservation:
          type: string
          description: What of it is left out or not known, if anything.
        recipes:
          type: object
          description: The numbers in each appearance.
          minProperties: 1
          additionalProperties: false
          properties:
            light:
              $ref: "#/components/schemas/MaterialRecipe"
            dark:
              $ref: "#/components/schemas/MaterialRecipe"
    MaterialRecipe:
      type: object
      description: The numbers of a material. Colors are encoded and straight, 0 to 1.
      required:
        - name
        - provenance
        - order
        - sigma
        - kernel
        - edge
        - backdropScale
        - zoom
        - saturation
        - brightness
        - opaqueTintWithIncreasedContrast
        - reducedTransparency
        - vibrancy
      additionalProperties: false
      properties:
        name:
          type: string
          description: What the recipe is called where its numbers come from.
        provenance:
          type: string
          description: |
            `published` by Apple or in a specification; `confirmed`: read from the system and agreeing
            in two independent places; `single`: read in one place; `derived` here.
          enum: [published, confirmed, single, derived]
        order:
          type: string
          description: |
            `blurLast`: zoom, then curves, saturation and brightness on a small capture, blur, tint;
            `blurFirst`: blur, saturation, tint.
          enum: [blurLast, blurFirst]
        sigma:
          type: number
          description: Standard deviation of the blur, in points.
          minimum: 0
        kernel:
          type: string
          enum: [gaussian, apple3box]
        edge:
          type: string
          enum: [clamp, normalize]
        backdropScale:
          type: number
          description: Size of the capture, as a part of what is captured.
        zoom:
          type: number
          description: By how much what is captured is magnified, as a part of its size.
        saturation:
          type: number
        brightness:
          type: number
          description: What is added to red, green and blue.
        luminanceCurve:
          $ref: "#/components/schemas/LuminanceCurve"
        channelCurve:
          type: array
          description: Control points of a cubic through which red, green and blue go each.
          items:
            type: number
          minItems: 4
          maxItems: 4
        colorMatrix:
          $ref: "#/components/schemas/ColorMatrix"
        tint:
          $ref: "#/components/schemas/ColorChannels"
        darken:
          type: number
          description: A gray than which no channel is lighter.
        lighten:
          type: number
          description: A gray than which no channel is darker.
        opaqueTintWithIncreasedContrast:
          type: boolean
        reducedTransparency:
          type: object
          description: What takes the place of the material where transparency is reduced.
          additionalProperties: false
          properties:
            color:
              $ref: "#/components/schemas/ColorChannels"
            averageColor:
              type: boolean
            luminanceCurve:
              $ref: "#/components/schemas/LuminanceCurve"
            saturation:
              type: number
            brightness:
              type: number
        vibrancy:
          type: object
          description: The sets of `/v1/vibrancies` for contents, or the vibrancy before iOS 13.
          additionalProperties: false
          properties:
            fill:
              type: string
            stroke:
              type: string
            legacy:
              type: string
    LuminanceCurve:
      type: object
      description: |
        A cubic through which luminance goes: its four control points, and how much of it is mixed
        in.
      required: [amount, values]
      additionalProperties: false
      properties:
        amount:
          type: number
        values:
          type: array
          minItems: 4
          maxItems: 4
          items:
            type: number
    ColorMatrix:
      type: array
      description: Rows for red, green, blue and alpha of the result; the fifth column is added.
      minItems: 4
      maxItems: 4
      items:
        type: array
        minItems: 5
        maxItems: 5
        items:
          type: number
    ColorChannels:
      type: array
      description: Red, green, blue and alpha, 0 to 1.
      minItems: 4
      maxItems: 4
      items:
        type: number
    VibrancyCatalog:
      type: object
      description: The vibrancies.
      required: [vibrancies, sets]
      additionalProperties: false
      properties:
        vibrancies:
          type: array
          items:
            $ref: "#/components/schemas/VibrancyEntry"
        sets:
          type: object
          description: The sets by their names, each with an ink for each slot.
          additionalProperties:
            type: object
            additionalProperties:
              $ref: "#/components/schemas/VibrancyInk"
    VibrancyEntry:
      type: object
      description: A style of vibrancy.
      required: [name, description, set, slot, keepsColor, semanticColor, increasedContrast]
      additionalProperties: false
      properties:
        name:
          type: string
        description:
          type: string
        set:
          type: string
          description: Which of the two sets of a material it is taken from.
          enum: [fill, stroke]
        slot:
          type: string
          enum: [primary, secondary, tertiary, quaternary, separator]
        keepsColor:
          type: boolean
          description: Whether contents keep their color; otherwise only their alpha counts.
        semanticColor:
          type: string
          description: The color of UIKit that says the same.
        increasedContrast:
          type: object
          description: The color in place of vibrancy where contrast is increased.
          required: [light, dark]
          additionalProperties: false
          properties:
            light:
              $ref: "#/components/schemas/ColorChannels"
            dark:
              $ref: "#/components/schemas/ColorChannels"
    VibrancyInk:
      type: object
      description: A matrix applied to the material, or a flat color.
      minProperties: 1
      maxProperties: 1
      additionalProperties: false
      properties:
        matrix:
          $ref: "#/components/schemas/ColorMatrix"
        color:
          $ref: "#/components/schemas/ColorChannels"
    Problem:
      type: object
      description: What is wrong (RFC 9457).
      required: [type, title, status, detail]
      additionalProperties: false
      properties:
        type:
          $ref: "#/components/schemas/ProblemType"
        title:
          type: string
          description: A summary of the type.
        status:
          type: integer
          minimum: 400
          maximum: 599
        detail:
          type: string
          description: What is wrong this time.
        parameter:
          type: string
          description: The parameter, form field or header that is wrong.
        pointer:
          type: string
          description: |
            The place in a scene that is wrong, as a JSON Pointer (RFC 6901), shortened if it is long.
          examples: [/panes/0/contents/1/vibrancy]
        value:
          type: string
          description: The refused value, shortened if it is long.
        column:
          type: integer
          minimum: 1
          description: Where in the value the fault is, in characters from 1 on.
        allowed:
          type: string
          description: What would be accepted.
        requestId:
          type: string
          description: The name of the request in the logs.
    ProblemType:
      type: string
      description: The stable name of a problem.
      enum:
        - /problems/malformed-request
        - /problems/malformed-query
        - /problems/unknown-parameter
        - /problems/repeated-parameter
        - /problems/malformed-parameter
        - /problems/parameter-out-of-range
        - /problems/conflicting-parameters
        - /problems/malformed-form
        - /problems/malformed-scene
        - /problems/invalid-scene
        - /problems/missing-image
        - /problems/malformed-digest
        - /problems/request-timeout
        - /problems/unauthorized
        - /problems/not-found
        - /problems/image-not-found
        - /problems/method-not-allowed
        - /problems/not-acceptable
        - /problems/precondition-failed
        - /problems/body-too-large
        - /problems/target-too-long
        - /problems/head-too-large
        - /problems/expectation-failed
        - /problems/unsupported-media-type
        - /problems/unsupported-content-coding
        - /problems/unsupported-image-feature
        - /problems/image-too-large
        - /problems/animated-image
        - /problems/damaged-image
        - /problems/unrenderable-text
        - /problems/digest-mismatch
        - /problems/picture-not-kept
        - /problems/internal-error
        - /problems/not-implemented
        - /problems/saturated
        - /problems/shutting-down
        - /problems/deadline-exceeded
        - /problems/version-not-supported

  examples:
    RenderPlan:
      summary: A blur and a saturation.
      value:
        source:
          digest: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
          format: jpeg
          width: 4000
          height: 3000
          orientation: 1
          kept: false
        steps:
          - {type: blur, sigma: 20, edge: clamp, width: 4000, height: 3000}
          - {type: saturate, amount: 1.8, width: 4000, height: 3000}
        result:
          mediaType: image/jpeg
          width: 4000
          height: 3000
          channels: 3
          encoding:
            type: jpeg
            quality: 82
            subsampling: "4:2:0"
            progressive: false
            optimized: false
            dither: false
            background: ffffff
        estimate: {memoryBytes: 6340608, work: 168000000}
        key: 9b0d3f6f6a2f5d3c1f0a5fdd0a7f3c1e4d7c5b8a9e6f0d1c2b3a495867788990
        etag: '"9b0d3f6f6a2f5d3c1f0a5fdd0a7f3c1e"'
        engine: ["7"]
    Image:
      summary: A photo.
      value:
        id: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
        url: /v1/images/2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
        format: jpeg
        width: 4000
        height: 3000
        bytes: 2471936
        orientation: 1
        bitDepth: 8
        hasAlpha: false

"""##
}
