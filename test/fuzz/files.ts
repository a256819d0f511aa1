import { crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { smallPicture } from "../photos/pictures.ts";

const png = Buffer.from(smallPicture, "base64");
const script = "<html><script>alert(1)</script></html>";
const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A complete one-bit grey picture: a few kilobytes that decompress to many. */
export function greyPicture(width: number, height: number, ...additional: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    ...additional,
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A one-pixel picture whose header claims 50,000 × 50,000 pixels, with a valid checksum. */
const boast = Buffer.concat([
  greyPicture(50_000, 50_000).subarray(0, 33),
  pngChunk("IDAT", deflateSync(Buffer.alloc(2))),
  pngChunk("IEND", Buffer.alloc(0)),
]);

/** A picture's text chunk that decompresses to 50 MB. */
const textBomb = pngChunk(
  "zTXt",
  Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(50_000_000, 32))]),
);

/** An archive of one file that is a thousand times larger. */
function zipBomb(): Buffer {
  const name = Buffer.from("0.dll");
  const size = 30_000_000;
  const content = Buffer.alloc(size);
  const packed = deflateRawSync(content);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(size, 8);
  const common = Buffer.concat([Buffer.from("14000000080000000000", "hex"), sizes]);
  const lengths = Buffer.from([name.length, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from("504b0304", "hex"), common, lengths, name, packed]);
  const rest = Buffer.alloc(14);
  const central = Buffer.concat([Buffer.from("504b01021400", "hex"), common, lengths, rest, name]);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const archive = zipBomb();

/** A one-pixel GIF that a browser could also read as a script, a page or an archive. */
const gif = Buffer.from(
  "47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b",
  "hex",
);

/** Calendars with only a valid first line, or with endless rules. */
const endless = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:x",
  "BEGIN:VEVENT",
  "UID:x",
  "DTSTAMP:20270101T000000Z",
  "DTSTART:20270101T000000Z",
  "RRULE:FREQ=SECONDLY;COUNT=1000000",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** Files that are polyglot, mislabeled, truncated, or far larger when decompressed. */
export const hostileFiles: readonly (readonly [type: string, bytes: Buffer])[] = [
  ["image/png", png],
  ["image/png", boast],
  ["image/png", greyPicture(20_000, 20_000)],
  ["image/png", greyPicture(7_900, 7_900)],
  ["image/png", greyPicture(1, 4_000_000)],
  ["image/png", greyPicture(0, 0)],
  ["image/png", greyPicture(8, 8, textBomb)],
  ["image/png", png.subarray(0, 30)],
  ["image/png", png.subarray(0, png.length - 14)],
  ["image/png", Buffer.concat([png, Buffer.from(script)])],
  ["image/png", Buffer.concat([png, archive])],
  ["image/gif", Buffer.concat([gif, Buffer.from(script)])],
  ["image/gif", Buffer.from(`GIF89a/*${"a".repeat(20)}*/=1;${script}`)],
  ["image/gif", gif.subarray(0, 20)],
  ["image/jpeg", Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.from("PK\u0003\u0004rest")])],
  ["image/jpeg", Buffer.from("ffd8ffe000104a46494600010100000100010000ffda", "hex")],
  ["image/webp", Buffer.from("RIFF\u00ff\u00ff\u00ff\u007fWEBPVP8 \u00ff\u00ff\u00ff\u007f", "latin1")],
  ["image/avif", Buffer.from("000000206674797061766966000000006176696600000000ffffffff", "hex")],
  ["image/svg+xml", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`)],
  ["image/svg+xml", Buffer.from('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>')],
  ["application/zip", archive],
  ["application/gzip", gzipSync(Buffer.alloc(30_000_000))],
  ["application/pdf", Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n1 0 obj<</JS(app.alert(1))>>endobj")],
  ["application/pdf", Buffer.concat([Buffer.from("%PDF-1.7\n"), gif, archive])],
  ["text/html", Buffer.from(script)],
  ["text/calendar", Buffer.from(endless)],
  ["text/calendar", Buffer.from("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270230T000000\r\n")],
  ["application/octet-stream", Buffer.alloc(3_000_000, 255)],
  ["image/webp", Buffer.alloc(0)],
  ["", Buffer.alloc(3, 255)],
];

/** Picks a file by any number. */
export const hostileFile = (number: number): readonly [type: string, bytes: Buffer] =>
  hostileFiles[number % hostileFiles.length] ?? ["", Buffer.alloc(0)];
