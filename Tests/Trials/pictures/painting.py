# SPDX-License-Identifier: Apache-2.0
"""What Chromium paints of files of pictures."""

import base64
import json
import pathlib
import subprocess

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
