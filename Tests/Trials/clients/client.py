# SPDX-License-Identifier: Apache-2.0
"""What each client of the trial does, with the client that openapi-generator makes for Python."""

import hashlib
import json
import pathlib
import sys

import openapi_client as frostpane
from openapi_client.exceptions import ApiException

address, picture = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes()


def tell(name, content):
    print(name, hashlib.sha256(content).hexdigest())


with frostpane.ApiClient(frostpane.Configuration(host=address)) as connection:
    images, rendering = frostpane.ImagesApi(connection), frostpane.RenderingApi(connection)
    image = images.keep_image(picture)
    print("keep", image.id, image.width)
    tell("fetch", images.get_image(image.id))
    tell("render", rendering.render_image(
        image.id, blur=8.5, region=["10%,10%,50%,50%", "0,0,9,9"], progressive=True, format="jpeg"))
    tell("upload", rendering.render_upload(picture, material="systemThinMaterial", appearance="dark", scale=2))
    pane = frostpane.Layer(
        frame=frostpane.SceneFrame(x="10%", width="80%"),
        corners=frostpane.Corners(radius="20pt"),
        material="systemThinMaterial",
        layers=[frostpane.Layer(shape="ellipse", vibrancy="fill")],
    )
    scene = frostpane.Scene(layers=[pane])
    tell("form", rendering.render_form(("photo.jpg", picture), scene=json.dumps(scene.to_dict()), scale=2, optimize=True))
    scene.backdrop = frostpane.KeptImage(digest=image.id)
    tell("scene", rendering.render_scene(scene, scale=2, optimize=True))
    plan = rendering.plan_image(image.id, blur=8.5)
    print("plan", plan.steps[0].type, plan.result.media_type)
    try:
        rendering.render_upload(picture, filter="blurr(2px)")
    except ApiException as error:
        print("problem", error.data.type.value, error.data.parameter)
