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

        A wrong parameter, a body that is too long, an `Accept` that excludes both formats and
        a full queue are answered before the body is read: a client that sends
        `Expect: 100-continue` uploads nothing in vain. A body that is no image is refused after its
        first 16 bytes. Conditions such as `If-None-Match` are not looked at, since nothing is
        selected by the address.
      parameters:
        - $ref: "#/components/parameters/Blur"
        - $ref: "#/components/parameters/Saturate"
        - $ref: "#/components/parameters/Filter"
        - $ref: "#/components/parameters/Kernel"
        - $ref: "#/components/parameters/Edge"
        - $ref: "#/components/parameters/Material"
        - $ref: "#/components/parameters/Appearance"
        - $ref: "#/components/parameters/Scale"
        - $ref: "#/components/parameters/ReduceTransparency"
        - $ref: "#/components/parameters/IncreaseContrast"
        - $ref: "#/components/parameters/Solid"
        - $ref: "#/components/parameters/Tint"
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
          The image, or a form with it. Any other media type is taken for the image itself.
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
          multipart/form-data:
            schema:
              $ref: "#/components/schemas/RenderForm"
            encoding:
              image:
                contentType: image/jpeg, image/png, application/octet-stream
      responses:
        "200":
          $ref: "#/components/responses/Rendering"
        "400":
          $ref: "#/components/responses/BadRequest"
        "401":
          $ref: "#/components/responses/Unauthorized"
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
      parameters: &renderingParameters
        - $ref: "#/components/parameters/Blur"
        - $ref: "#/components/parameters/Saturate"
        - $ref: "#/components/parameters/Filter"
        - $ref: "#/components/parameters/Kernel"
        - $ref: "#/components/parameters/Edge"
        - $ref: "#/components/parameters/Material"
        - $ref: "#/components/parameters/Appearance"
        - $ref: "#/components/parameters/Scale"
        - $ref: "#/components/parameters/ReduceTransparency"
        - $ref: "#/components/parameters/IncreaseContrast"
        - $ref: "#/components/parameters/Solid"
        - $ref: "#/components/parameters/Tint"
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
      description: Answers whatever else happens, and needs no token.
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
        them. It has a blur and a saturation of its own: `blur`, `saturate` and `edge` are refused
        beside it.
      schema:
        $ref: "#/components/schemas/Material"
      example: systemThinMaterial
    Appearance:
      name: appearance
      in: query
      description: |
        Variant of a material that has two; `auto` follows `Sec-CH-Prefers-Color-Scheme`, else it is
        `light`. Refused without `material`.
      schema:
        $ref: "#/components/schemas/Appearance"
      example: dark
    Scale:
      name: scale
      in: query
      description: |
        Pixels of the image per point, as materials are made in points; `auto` follows `Sec-CH-DPR`,
        rounded to 1 to 3, else it is 1. Refused without `material`.
      schema:
        $ref: "#/components/schemas/Scale"
      example: 2
    ReduceTransparency:
      name: reduce-transparency
      in: query
      description: |
        Opaque instead of blurred, as with the setting of that name; `auto` follows
        `Sec-CH-Prefers-Reduced-Transparency`, else it is 0. Refused without `material`.
      schema:
        $ref: "#/components/schemas/ReduceTransparency"
      example: "1"
    IncreaseContrast:
      name: increase-contrast
      in: query
      description: |
        Stands out more, as with the setting of that name; `auto` follows `Sec-CH-Prefers-Contrast`,
        else it is 0. Refused without `material`.
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
        is needed), `no-store` for results of uploads.
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
      description: A sensible name for the file.
      required: true
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
        The fields of the request that had a say: `Accept` always, since it may ask for the plan, and
        those hints that the material follows and no parameter overrides.
      schema:
        type: string
        pattern: "^Accept(, Sec-CH-[A-Za-z-]+)*$"
      example: Accept, Sec-CH-Prefers-Color-Scheme, Sec-CH-DPR
    AcceptCH:
      description: |
        The hints (RFC 8942) that could have a say in the result.
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
        Accept-CH:
          $ref: "#/components/headers/AcceptCH"
        X-Request-Id:
          $ref: "#/components/headers/RequestId"
      content:
        image/jpeg: *jpeg
        image/png: *png
        application/json:
          schema:
            $ref: "#/components/schemas/RenderPlan"
          examples:
            plan:
              $ref: "#/components/examples/RenderPlan"
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
      description: Nothing is kept at this address.
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
      description: No acceptable format can be made.
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
    Material:
      type: string
      enum:
        - none
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
    RenderForm:
      type: object
      description: An image and parameters.
      required: [image]
      additionalProperties: false
      properties:
        image:
          type: string
          contentMediaType: application/octet-stream
          description: The file.
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
      required: [name, contract, render, images, filters, materials, vibrancies]
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
            `blurLast`: luminance curve, saturation and brightness on a small capture, blur, tint;
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
          description: By how much the system magnifies the capture; not carried out.
        saturation:
          type: number
        brightness:
          type: number
          description: What is added to red, green and blue.
        luminanceCurve:
          $ref: "#/components/schemas/LuminanceCurve"
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
        engine: ["3"]
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
