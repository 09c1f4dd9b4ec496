# SPDX-License-Identifier: Apache-2.0
"""Holds the files of Deploy against each other and against the program; run by Scripts/check-deploy.

Variables are options of the program, instruments exist, ports and labels that one object names belong to another, paths in
compose.yaml exist, and a pod gets more time to end than it may take. Ends with 1 and names what is wrong.
"""

import pathlib
import re
import subprocess
import sys

import yaml

DEPLOY = pathlib.Path(__file__).resolve().parents[2] / "Deploy"
program = sys.argv[1]


def rows(command):
    """The first cells of a table that the program prints."""
    text = subprocess.run([program, command], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"`(FROSTPANE_\w+)`", text) if command == "options" else re.findall(r"^\| `(\w+)`", text, re.MULTILINE))


def seconds(text):
    return int(re.fullmatch(r"(\d+)s", text)[1])


def complaints():
    options, instruments = rows("options"), rows("metrics")
    for path in sorted(path for path in DEPLOY.rglob("*") if path.is_file()):
        text = path.read_text()
        for name in set(re.findall(r"\bFROSTPANE_[A-Z_]+\b", text)) - options:
            yield f"{path.name}: the program has no {name}"
        for name in set(re.findall(r"\bfrostpane_[a-z_]+(?<!_)", text)):
            base = re.sub(r"_(bucket|sum|count)$", "", name)
            if not {name, base} & instruments and path.suffix != ".conf":
                yield f"{path.name}: there is no instrument {name}"
    yield from compose()
    yield from kubernetes()


def compose():
    folder = DEPLOY / "compose"
    document = yaml.safe_load((folder / "compose.yaml").read_text())
    services, volumes = document["services"], document["volumes"]
    for name, service in services.items():
        for other in service.get("depends_on", []):
            if other not in services:
                yield f"compose: {name} depends on {other}"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source not in volumes and not (folder / source).resolve().is_file():
                yield f"compose: {volume} does not exist"
        if "build" in service and not (folder / service["build"] / "Dockerfile").is_file():
            yield f"compose: {name} has no Dockerfile"
    frostpane = services["frostpane"]
    environment = frostpane["environment"]
    if seconds(frostpane["stop_grace_period"]) < seconds(environment["FROSTPANE_LAME_DUCK"]) + seconds(environment["FROSTPANE_DRAIN"]):
        yield "compose: the service is killed before it has drained"


def kubernetes():
    objects = [one for one in yaml.safe_load_all((DEPLOY / "kubernetes/frostpane.yaml").read_text()) if one]
    kinds = {one["kind"] for one in objects}
    for kind in {"Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"} - kinds:
        yield f"kubernetes: no {kind}"
    deployment = next(one for one in objects if one["kind"] == "Deployment")
    pod = deployment["spec"]["template"]
    labels = pod["metadata"]["labels"]
    container = pod["spec"]["containers"][0]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    environment = {variable["name"]: variable.get("value") for variable in container["env"]}
    for port, option in {"http": "FROSTPANE_LISTEN", "admin": "FROSTPANE_ADMIN_LISTEN"}.items():
        if not environment[option].endswith(f":{ports[port]}"):
            yield f"kubernetes: {option} is not the port {port}"
    if pod["spec"]["terminationGracePeriodSeconds"] <= seconds(environment["FROSTPANE_LAME_DUCK"]) + seconds(environment["FROSTPANE_DRAIN"]):
        yield "kubernetes: a pod is killed before it has drained"
    for probe in ["readinessProbe", "livenessProbe"]:
        if container[probe]["httpGet"]["port"] not in ports:
            yield f"kubernetes: the {probe} asks a port without a name"
    if {mount["name"] for mount in container["volumeMounts"]} != {volume["name"] for volume in pod["spec"]["volumes"]}:
        yield "kubernetes: volumes and mounts differ"
    for one in objects:
        name, spec = f"kubernetes: {one['kind']} {one['metadata']['name']}", one["spec"]
        chosen = spec.get("selector", {}) if one["kind"] == "Service" else (spec.get("selector") or spec.get("podSelector") or {}).get("matchLabels", {})
        if one["kind"] != "HorizontalPodAutoscaler" and not (chosen and chosen.items() <= labels.items()):
            yield f"{name} does not choose the pods"
        if one["kind"] == "Service" and any(port["targetPort"] not in ports for port in spec["ports"]):
            yield f"{name} has a port that the pods have not"
        if one["kind"] == "NetworkPolicy" and any(port["port"] not in ports for rule in spec["ingress"] for port in rule["ports"]):
            yield f"{name} has a port that the pods have not"
        if one["kind"] == "HorizontalPodAutoscaler" and spec["scaleTargetRef"]["name"] != deployment["metadata"]["name"]:
            yield f"{name} scales something else"


found = list(complaints())
print("\n".join(found) or "the files of Deploy fit each other and the program")
sys.exit(bool(found))
