# SPDX-License-Identifier: Apache-2.0
"""Generates clients from the server's own /openapi.json, and runs them against that server, unedited.

Run by `Scripts/trial clients`, which installs the generators and the compilers. Each client keeps an image,
fetches it, renders it, renders an upload, sends a form and a scene, gets a plan and reads a problem. The
bytes that it gets must be those that plain HTTP requests get. The table has

  generated   whether the generator read the contract without an error
  compiled    whether the client was compiled without a change; `-` where there is no compiler for it
  equal       answers that were as expected, of 8; `-` where the client is not run

Ends with 1 unless everything that is not `-` went well.
"""

import http.client
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from serving import Server, arguments

HERE = pathlib.Path(__file__).resolve().parent / "clients"
PICTURE = pathlib.Path("Docs/images/before.jpg").resolve()
TOOLS = pathlib.Path(sys.executable).parent
JARS = pathlib.Path("/usr/share/java")
# The only library of the client that Debian does not package reads times, of which the contract has none.
JAVA_TIME = {
    "JavaTimeModule": "public class JavaTimeModule extends com.fasterxml.jackson.databind.module.SimpleModule {}",
    "JavaTimeFeature": """public enum JavaTimeFeature {
        NORMALIZE_DESERIALIZED_ZONE_ID, ALWAYS_ALLOW_STRINGIFIED_DATE_TIMESTAMPS;
        public boolean enabledByDefault() { return false; } }""",
    "deser.InstantDeserializer": """
        public class InstantDeserializer<T> extends com.fasterxml.jackson.databind.JsonDeserializer<T> {
        @Override public T deserialize(com.fasterxml.jackson.core.JsonParser parser,
            com.fasterxml.jackson.databind.DeserializationContext context) { return null; }
        public static class FromIntegerArguments { public long value; public java.time.ZoneId zoneId; }
        public static class FromDecimalArguments {
            public long integer; public int fraction; public java.time.ZoneId zoneId; }
        protected InstantDeserializer(Class<T> type, java.time.format.DateTimeFormatter formatter,
            java.util.function.Function<java.time.temporal.TemporalAccessor, T> parsed,
            java.util.function.Function<FromIntegerArguments, T> milliseconds,
            java.util.function.Function<FromDecimalArguments, T> nanoseconds,
            java.util.function.BiFunction<T, java.time.ZoneId, T> adjust,
            boolean replaces, boolean normalizes, boolean reads) {}
        protected T _fromString(com.fasterxml.jackson.core.JsonParser parser,
            com.fasterxml.jackson.databind.DeserializationContext context, String text)
            throws java.io.IOException { return null; } }""",
}


def run(*command, cwd=None, **environment):
    return subprocess.run(
        list(map(str, command)), cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True,
        timeout=800)


def generate(folder, contract, generator, *options):
    result = run(TOOLS / "openapi-generator-cli", "generate", "-i", contract, "-g", generator, "-o", folder, *options)
    text = result.stdout + result.stderr
    return result.returncode == 0 and "ERROR" not in text, text


def python(folder, contract, address):
    generated = generate(folder, contract, "python")
    return generated, lambda: None, lambda: run(
        sys.executable, HERE / "client.py", address, PICTURE, PYTHONPATH=str(folder))


def python_attrs(folder, contract, address):
    result = run(TOOLS / "openapi-python-client", "generate", "--path", contract, "--output-path", folder)
    text = result.stdout + result.stderr
    # It has no reader for YAML, and says so of the one operation that answers with it.
    warnings = text.count("WARNING") - text.count("WARNING parsing GET /openapi.yaml")
    return (result.returncode == 0 and warnings == 0, text), lambda: None, lambda: run(
        sys.executable, HERE / "attrs_client.py", address, PICTURE, PYTHONPATH=str(folder))


def typescript(folder, contract, address):
    generated = generate(folder, contract, "typescript-fetch")
    shutil.copy(HERE / "client.ts", folder)
    # Of the strict rules one is left out: the generator's own lines break it with TypeScript 4.8.
    return generated, lambda: run(
        "tsc", "--target", "es2020", "--module", "commonjs", "--moduleResolution", "node", "--lib", "es2020,dom",
        "--strict", "--noImplicitAny", "false", "--outDir", "dist", "client.ts", cwd=folder,
    ), lambda: run("node", "dist/client.js", address, PICTURE, cwd=folder)


def swift(folder, contract, address):
    generated = generate(folder / "OpenAPIClient", contract, "swift6")
    (folder / "Sources/trial").mkdir(parents=True)
    shutil.copy(HERE / "client.swift", folder / "Sources/trial/Trial.swift")
    (folder / "Package.swift").write_text("""// swift-tools-version:6.0
import PackageDescription
let package = Package(
    name: "trial", platforms: [.macOS(.v12)], dependencies: [.package(path: "OpenAPIClient")],
    targets: [.executableTarget(name: "trial", dependencies: ["OpenAPIClient"])])
""")
    return generated, lambda: run("swift", "build", "--quiet", cwd=folder), lambda: run(
        folder / ".build/debug/trial", address, PICTURE)


def go(folder, contract, address):
    source = folder / "src/frostpane"
    generated = generate(source, contract, "go", "--additional-properties", "packageName=frostpane")
    (folder / "src/trial").mkdir()
    shutil.copy(HERE / "client.go", folder / "src/trial/main.go")
    # The one package that the client needs comes from Debian, which the mode with modules would not see.
    environment = {"GO111MODULE": "off", "GOPATH": f"{folder}:/usr/share/gocode", "GOCACHE": str(folder / "cache")}
    return generated, lambda: run("go", "build", "-o", folder / "trial", "trial", cwd=folder, **environment), (
        lambda: run(folder / "trial", address, PICTURE))


def java(folder, contract, address):
    generated = generate(folder, contract, "java", "--library", "native", "--additional-properties",
                         "openApiNullable=false,useJakartaEe=true,useSingleRequestParameter=true")
    (folder / "time").mkdir(parents=True)
    shutil.copy(HERE / "client.java", folder / "time/Trial.java")
    for name, text in JAVA_TIME.items():
        package, _, name = f"com.fasterxml.jackson.datatype.jsr310.{name}".rpartition(".")
        file = folder / "time" / package.replace(".", "/") / f"{name}.java"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"package {package};\n{text}\n")
    files = [*(folder / "src/main").rglob("*.java"), *(folder / "time").rglob("*.java")]
    libraries = f"{folder / 'classes'}:{JARS}/*"
    return generated, lambda: run("javac", "-nowarn", "-d", folder / "classes", "-cp", libraries, *files), (
        lambda: run("java", "-cp", libraries, "Trial", address, PICTURE))


def kotlin(folder, contract, address):
    return generate(folder, contract, "kotlin"), None, None


CLIENTS = [python, python_attrs, typescript, swift, go, java, kotlin]


def ask(port, method, target, body=None, **fields):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, target, body=body, headers={name.replace("_", "-"): value for name, value in fields.items()})
    reply = connection.getresponse()
    content = reply.read()
    connection.close()
    return reply, content


def reference(port):
    """The lines that each client has to print, from requests that no generator made."""
    picture = PICTURE.read_bytes()
    image = json.loads(ask(port, "POST", "/v1/images", picture)[1])
    base = f"/v1/images/{image['id']}"
    scene = json.dumps({"backdrop": {"digest": image["id"]}, "panes": [{
        "frame": {"x": "10%", "width": "80%"}, "corners": {"radius": "20pt"}, "material": "systemThinMaterial",
        "contents": [{"shape": "ellipse", "vibrancy": "fill"}]}]})
    laid = ask(port, "POST", "/v1/render?scale=2&optimize=1", scene, Content_Type="application/json")
    contents = {
        "fetch": (None, picture),
        "render": ask(port, "GET", f"{base}/render?blur=8.5&region=10%25,10%25,50%25,50%25&region=0,0,9,9"
                                   "&progressive=1&format=jpeg"),
        "upload": ask(port, "POST", "/v1/render?material=systemThinMaterial&appearance=dark&scale=2", picture),
        "form": laid, "scene": laid,
    }
    for reply, content in contents.values():
        assert reply is None or reply.status == 200, content
    return [
        f"keep {image['id']} {image['width']}",
        *(f"{name} {hashlib.sha256(content).hexdigest()}" for name, (_, content) in contents.items()),
        "plan blur image/jpeg", "problem /problems/malformed-parameter filter",
    ]


def try_client(client, work, contract, address, expected):
    """Generates, compiles and runs one client; gives the cells of its row."""
    (generated, text), compile_it, run_it = client(work / client.__name__, contract, address)
    if not generated:
        print(text, file=sys.stderr)
        return "no", "no", "0"
    cells = ["yes", "-", "-"]
    if compile_it:
        result = compile_it()
        if result:
            cells[1] = "yes" if result.returncode == 0 else "no"
            if result.returncode:
                print(result.stdout[-3000:], result.stderr[-3000:], file=sys.stderr)
                return cells
    if run_it:
        result = run_it()
        lines = result.stdout.splitlines()
        cells[2] = str(sum(line in lines for line in expected))
        if result.returncode or cells[2] != str(len(expected)):
            print(result.stdout, result.stderr[-3000:], sep="\n", file=sys.stderr)
    return cells


def main():
    parser = arguments(__doc__)
    parser.add_argument("names", nargs="*", metavar="client", help="the clients to try, instead of all")
    words = parser.parse_args()
    chosen = [client for client in CLIENTS if not words.names or client.__name__ in words.names]
    work = pathlib.Path(tempfile.mkdtemp(prefix="frostpane-clients-"))
    # Some clients leave the files that they fetch in the folder for temporary files.
    os.environ["TMPDIR"] = str(work)
    failures = 0
    with Server(words.program) as server:
        port = server.port
        contract = work / "openapi.json"
        contract.write_bytes(ask(port, "GET", "/openapi.json")[1])
        expected = reference(port)
        print(f"{'client':14} {'generated':>9} {'compiled':>9} {'equal':>6}")
        for client in chosen:
            cells = try_client(client, work, contract, f"http://127.0.0.1:{port}", expected)
            print(f"{client.__name__:14} {cells[0]:>9} {cells[1]:>9} {cells[2]:>6}", flush=True)
            failures += "no" in cells or cells[2] not in ("-", str(len(expected)))
    shutil.rmtree(work, ignore_errors=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
