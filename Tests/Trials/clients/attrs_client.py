# SPDX-License-Identifier: Apache-2.0
"""What each client of the trial does, with the client that openapi-python-client makes."""

import hashlib
import io
import json
import pathlib
import sys

from frostpane_client import Client, models
from frostpane_client.api.images import get_image, keep_image
from frostpane_client.api.rendering import plan_image, render_form, render_image, render_scene, render_upload
from frostpane_client.types import File

address, picture = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes()


def file():
    return File(io.BytesIO(picture), file_name="photo.jpg", mime_type="image/jpeg")


def tell(name, content):
    if isinstance(content, models.Problem):
        raise SystemExit(content.detail)
    print(name, hashlib.sha256(content.payload.read()).hexdigest())


with Client(base_url=address) as client:
    image = keep_image.sync(client=client, body=file())
    print("keep", image.id, image.width)
    tell("fetch", get_image.sync(image.id, client=client))
    tell("render", render_image.sync(
        image.id, client=client, blur=8.5, region=["10%,10%,50%,50%", "0,0,9,9"], progressive=True,
        format_=models.Format.JPEG))
    tell("upload", render_upload.sync(
        client=client, body=file(), material=models.Material.SYSTEMTHINMATERIAL,
        appearance=models.RenderUploadAppearance.DARK, scale=2))
    pane = models.Layer(
        frame=models.SceneFrame(x="10%", width="80%"),
        corners=models.Corners(radius="20pt"),
        material="systemThinMaterial",
        layers=[models.Layer(shape=models.ShapeName.ELLIPSE, vibrancy=models.Vibrancy.FILL)],
    )
    scene = models.Scene(layers=[pane])
    form = models.RenderForm(image=file(), scene=json.dumps(scene.to_dict()), scale=2, optimize=True)
    tell("form", render_form.sync(client=client, body=form))
    scene.backdrop = models.KeptImage(digest=image.id)
    tell("scene", render_scene.sync(client=client, body=scene, scale=2, optimize=True))
    plan = plan_image.sync(image.id, client=client, blur=8.5)
    print("plan", plan.steps[0].type_, plan.result.media_type.value)
    problem = render_upload.sync(client=client, body=file(), filter_="blurr(2px)")
    print("problem", problem.type_.value, problem.parameter)
