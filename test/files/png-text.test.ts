import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measurePicture } from "../../src/modules/platform/files/measure-picture.ts";
import { greyPicture, pngChunk } from "../fuzz/files.ts";

/** Pictures with compressed texts. */
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "roost-png-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function measured(...chunks: readonly Buffer[]): Promise<unknown> {
  const path = join(directory, "picture.png");
  await writeFile(path, greyPicture(8, 8, ...chunks));
  return measurePicture(1, path);
}

const zTXt = (packed: Buffer) => pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), packed]));
const iTXt = (packed: Buffer) => pngChunk("iTXt", Buffer.concat([Buffer.from("Comment\0\u0001\0en\0Note\0"), packed]));
const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes, 32));

describe("refuses a picture before decoding if its texts unpack to more than 4 MiB:", () => {
  test.each([
    ["one text", [zTXt(packed(5_000_000))]],
    ["a text of the newer kind", [iTXt(packed(5_000_000))]],
    ["many texts that are small alone", Array.from({ length: 10 }, () => zTXt(packed(500_000)))],
    ["more texts than anybody writes", Array.from({ length: 101 }, () => zTXt(packed(1)))],
    ["a text that is not what it says", [zTXt(Buffer.from("no deflate"))]],
  ])("%s", async (_, chunks) => {
    expect(await measured(...chunks)).toEqual({ problem: "has too much text inside of it" });
  });
});

test("accepts a picture with ordinary texts of cameras and programs", async () => {
  const plain = pngChunk("iTXt", Buffer.from("XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>"));
  expect(await measured(zTXt(packed(100_000)), iTXt(packed(100_000)), plain)).toEqual({ width: 8, height: 8 });
});

test("reads a picture whose chunks claim to be longer than the file up to its end", async () => {
  const endless = pngChunk("zTXt", Buffer.from("a\0\0"));
  endless.writeUInt32BE(0xffff_ffff, 0);
  expect(await measured(endless)).toHaveProperty("problem");
});
