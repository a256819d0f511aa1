import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { receiveJson } from "../../src/interfaces/rest/bodies/json-upload.ts";

/** Base64 files in JSON are written to disk as they arrive (docs/design/files.md). */

const limits = { body: 10 * 1024 * 1024, file: 5 * 1024 * 1024 };
const bytes = Buffer.from(Array.from({ length: 2_000_000 }, (_, index) => (index * 7919) % 251));

/** Parses a body that arrives in chunks of this size. Returns the result. */
async function received(body: string, piece: number) {
  const whole = Buffer.from(body);
  const pieces = Array.from({ length: Math.ceil(whole.length / piece) }, (_, index) =>
    whole.subarray(index * piece, (index + 1) * piece),
  );
  const { bytes: kept, encoded, identity, dispose } = await receiveJson(Readable.from(pieces), limits);
  const parsed: { file?: unknown; name?: unknown } = JSON.parse(kept.toString());
  const files = [...encoded.values()];
  const file = encoded.get(String(parsed.file));
  const content = file ? await readFile(file.path) : undefined;
  await dispose();
  for (const { path } of files) expect(existsSync(path)).toBe(false);
  return { parsed, file, content, files, identity };
}

const plain = bytes.toString("base64");
const escaped = plain.replaceAll("/", "\\/");
const inLines = plain.replace(/.{76}/g, "$&\\r\\n");

test.each([
  ["plainly", plain, 65_536],
  ["in odd pieces", plain, 4_999],
  ["with its slashes escaped", escaped, 65_536],
  ["with its slashes escaped, in odd pieces", escaped, 3_331],
  ["in lines", inLines, 65_536],
  ["in lines, in odd pieces", inLines, 7_919],
  ["as a data URL", `data:image/png;base64,${plain}`, 65_536],
])(
  "a long file that is written %s is on disk byte by byte, and the rest of the body is as it was",
  async (_what, text, piece) => {
    const body = `{"name":"a \\"quoted\\" \\\\ name \\u00fc ü","file":"${text}","after":[1,{"x":"y"}]}`;
    const { parsed, file, content } = await received(body, piece);
    expect(parsed).toEqual({ name: 'a "quoted" \\ name ü ü', file: expect.any(String), after: [1, { x: "y" }] });
    expect(file?.isBase64).toBe(true);
    expect(content?.equals(bytes)).toBe(true);
  },
);

test.each([
  ["an exclamation mark", `${plain.slice(0, 1_500_000)}!${plain.slice(1_500_001)}`],
  ["the other alphabet", plain.replaceAll("/", "_")],
  ["padding in its middle", `${plain.slice(0, 1_500_000)}==${plain.slice(1_500_002)}`],
  ["an escaped quote", `${plain.slice(0, 1_500_000)}\\"${plain.slice(1_500_001)}`],
  ["a group that is cut off", plain.slice(0, -1)],
])("a long text with %s is no base64", async (_what, text) => {
  const { file, files } = await received(`{"file":"${text}"}`, 65_536);
  expect(files).toHaveLength(1);
  expect(file?.isBase64).toBe(false);
});

test("replaces a long text by a placeholder and keeps a short file in the body", async () => {
  const { parsed, files } = await received(`{"name":"${"x".repeat(1_100_000)}","file":"VHVybiBsZWZ0Lg=="}`, 65_536);
  expect(parsed).toEqual({ name: expect.stringContaining("\u0000"), file: "VHVybiBsZWZ0Lg==" });
  expect(files).toHaveLength(1);
});

test("equal bytes have equal identity in any chunks", async () => {
  const body = `{"file":"${plain}"}`;
  const [one, other, another] = [
    await received(body, 65_536),
    await received(body, 1_000),
    await received(`{"file": "${plain}"}`, 65_536),
  ];
  expect(one.identity.equals(other.identity)).toBe(true);
  expect(one.identity.equals(another.identity)).toBe(false);
});

test.each([
  ["is too large as a whole", `{"file":"${"!".repeat(11_000_000)}"}`, "The body is larger than 10 MiB."],
  ["has a file that is too large", `{"file":"${"QUJD".repeat(1_800_000)}"}`, "The file is larger than 5 MiB."],
  [
    "holds too much besides its file",
    `[${'"",'.repeat(800_000)}""]`,
    "The body without its file is larger than 1 MiB.",
  ],
  ["holds many long texts", `[${`"${"x".repeat(1_100_000)}",`.repeat(3)}""]`, "The body holds too many long texts."],
])("a body that %s is 413", async (_what, body, sentence) => {
  await expect(received(body, 65_536)).rejects.toMatchObject({ code: "payload_too_large", message: sentence });
});

test("a body cut off within its file is not JSON and leaves no file", async () => {
  await expect(received(`{"file":"${plain.slice(0, 1_500_000)}`, 65_536)).rejects.toThrow(SyntaxError);
});
