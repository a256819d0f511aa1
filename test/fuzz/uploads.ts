import { Buffer } from "node:buffer";
import { deflateSync, gzipSync } from "node:zlib";
import { aPixel } from "../rest/example-requests.ts";

const png = Buffer.from(aPixel(), "base64");
const script = "<html><script>alert(1)</script></html>";

/** A picture of one pixel whose header says that it has 50,000 × 50,000. */
function hugePicture(): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  return bomb;
}

/** Files that are several things at once, none of what they say, or far larger inside than outside. */
export const hostileFiles: readonly (readonly [type: string, bytes: Buffer])[] = [
  ["image/png", png],
  ["image/png", hugePicture()],
  ["image/png", png.subarray(0, 30)],
  ["image/png", Buffer.concat([png, Buffer.from(script)])],
  ["image/gif", Buffer.from(`GIF89a/*${"a".repeat(20)}*/=1;${script}`)],
  ["image/jpeg", Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.from("PK\u0003\u0004rest")])],
  ["image/svg+xml", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`)],
  ["image/svg+xml", Buffer.from('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>')],
  ["application/gzip", gzipSync(Buffer.alloc(5_000_000))],
  ["application/pdf", Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n1 0 obj<</JS(app.alert(1))>>endobj")],
  ["text/html", Buffer.from(script)],
  [
    "text/calendar",
    Buffer.from("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nRRULE:FREQ=SECONDLY;COUNT=1000000\r\nDTSTART:20270230T000000\r\n"),
  ],
  ["application/octet-stream", deflateSync(Buffer.alloc(100_000))],
  ["image/webp", Buffer.alloc(0)],
  ["", Buffer.alloc(3, 255)],
];

/** A field of a form: a text, or one of the hostile files by its number. */
export type Part = readonly [name: string, content: string | number];

const boundary = "fuzz-7d1c";

/** A body of multipart/form-data, with its media type. */
export function formOf(parts: readonly Part[]): { readonly type: string; readonly body: Buffer } {
  const pieces = parts.flatMap(([name, content]) => {
    const quoted = name.replace(/[\r\n"]/g, "_");
    const [type, bytes] =
      typeof content === "number" ? (hostileFiles[content % hostileFiles.length] ?? ["", Buffer.alloc(0)]) : [];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"`;
    if (bytes === undefined) return [Buffer.from(`${head}\r\n\r\n${String(content)}\r\n`)];
    return [
      Buffer.from(`${head}; filename="../${quoted}.php"\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
