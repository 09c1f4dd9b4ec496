# SPDX-License-Identifier: Apache-2.0
"""What Chromium paints of files of pictures."""

import base64
import http.server
import json
import pathlib
import queue
import subprocess
import threading

PAGE = """<meta charset=utf-8><body><script>
const files = FILES, answers = {}, read = READ;
(async () => {
  for (const [name, [type, text]] of Object.entries(files)) {
    const image = new Image();
    try {
      await new Promise((resolve, reject) => {
        image.onload = resolve; image.onerror = reject;
        image.src = `data:${type};base64,${text}`;
      });
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d").drawImage(image, 0, 0);
      answers[name] = read(canvas) || null;
    } catch { answers[name] = null; }
  }
  const list = document.createElement("pre");
  list.id = "answers"; list.textContent = JSON.stringify(answers);
  document.body.append(list);
})();
</script>"""

# A PNG of a canvas.
PNG = """canvas => canvas.toDataURL("image/png").split(",")[1]"""
# The samples of a canvas, as RGBA.
SAMPLES = """canvas => {
  const samples = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let letters = "";
  for (let i = 0; i < samples.length; i += 8192) letters += String.fromCharCode(...samples.subarray(i, i + 8192));
  return btoa(letters);
}"""


def painted(chromium, folder, files, read):
    """The bytes that the script `read` makes of each file's canvas, by its name; None for a broken image.

    A file is a pair of its media type and its bytes.
    """
    coded = {name: (type_, base64.b64encode(file).decode()) for name, (type_, file) in files.items()}
    page = pathlib.Path(folder, "page.html")
    page.write_text(PAGE.replace("READ", read).replace("FILES", json.dumps(coded)))
    text = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
         "--virtual-time-budget=60000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=240, check=True).stdout
    mark = '<pre id="answers">'
    start = text.index(mark) + len(mark)
    answers = json.loads(text[start:text.index("</pre>", start)])
    return {name: answer and base64.b64decode(answer) for name, answer in answers.items()}


FRAMES = """<meta charset=utf-8><body><script>
const files = FILES, answers = {}, limit = LIMIT;
const letters = samples => {
  let text = "";
  for (let i = 0; i < samples.length; i += 8192) text += String.fromCharCode(...samples.subarray(i, i + 8192));
  return btoa(text);
};
(async () => {
  for (const [name, [type, text]] of Object.entries(files)) {
    try {
      const data = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
      const decoder = new ImageDecoder({data, type});
      await decoder.tracks.ready;
      await decoder.completed;
      const track = decoder.tracks.selectedTrack;
      const answer = {plays: track.repetitionCount === Infinity ? 0 : track.repetitionCount + 1, frames: []};
      for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex += 1) {
        const {image} = await decoder.decode({frameIndex});
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        if (canvas.width * canvas.height * track.frameCount > limit) throw new Error("too many pixels");
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const samples = context.getImageData(0, 0, canvas.width, canvas.height).data;
        answer.frames.push([canvas.width, canvas.height, (image.duration || 0) / 1000, letters(samples)]);
        image.close();
      }
      answers[name] = answer;
    } catch (error) { answers[name] = null; }
  }
  await fetch("/", {method: "POST", body: JSON.stringify(answers)});
})();
</script>"""


class Answers(http.server.BaseHTTPRequestHandler):
    """A server of one page, which sends its answers back."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.server.page)

    def do_POST(self):
        self.server.answers.put(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def animated(chromium, folder, files, limit):
    """The frames that Chromium decodes of each file: how often they are played, and for each its width, its height, its
    delay in milliseconds and its samples as RGBA; None for a broken image, or one of more pixels than a limit.

    Decoders need an origin, and take longer than the time of a page that is only dumped.
    """
    coded = {name: (type_, base64.b64encode(file).decode()) for name, (type_, file) in files.items()}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        server.page = FRAMES.replace("LIMIT", str(limit)).replace("FILES", json.dumps(coded)).encode()
        server.answers = queue.Queue()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
             "--remote-debugging-port=0", f"http://127.0.0.1:{server.server_address[1]}/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            answers = json.loads(server.answers.get(timeout=120))
        finally:
            page.kill()
            page.wait()
            server.shutdown()
    for answer in filter(None, answers.values()):
        for frame in answer["frames"]:
            frame[3] = base64.b64decode(frame[3])
    return answers
