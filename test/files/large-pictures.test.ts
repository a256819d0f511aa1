import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measurePicture } from "../../src/modules/platform/files/measure-picture.ts";
import { tooManyPixels } from "../../src/modules/platform/files/picture-limits.ts";
import { greyPicture } from "../fuzz/files.ts";
import { interlacedPng } from "./samples.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "roost-large-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function file(name: string, bytes: Buffer): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}

test("refuses a half-megabyte interlaced picture of 64 million 16-bit pixels before decoding it", async () => {
  const bytes = interlacedPng(7999, 7999);
  expect(bytes.length).toBeLessThan(600_000);
  expect(await measurePicture(1, await file("large.png", bytes))).toEqual({
    problem: "has too many pixels (maximum for 16-bit interlaced PNG is 8 million)",
  });
});

test("alternates between accounts, however many pictures one of them sent", async () => {
  const large = await file("slow.png", interlacedPng(1000, 1000));
  const small = await file("small.png", greyPicture(8, 6));
  const ended: number[] = [];
  const opened = async (account: number, path: string) => {
    await measurePicture(account, path);
    ended.push(account);
  };
  await Promise.all([...Array.from({ length: 4 }, () => opened(1, large)), opened(2, small)]);
  expect(ended).toEqual([1, 2, 1, 1, 1]);
});

describe("the pixel limit depends on the cost of decoding:", () => {
  const side = (millions: number) => Math.floor(Math.sqrt(millions * 1e6));
  test.each([
    ["jpeg", "uchar", false, 64, "has too many pixels (maximum is 64 million)"],
    ["jpeg", "uchar", true, 32, "has too many pixels (maximum for progressive JPEG is 32 million)"],
    ["png", "uchar", false, 64, "has too many pixels (maximum is 64 million)"],
    ["png", "ushort", false, 32, "has too many pixels (maximum for 16-bit PNG is 32 million)"],
    ["png", "uchar", true, 16, "has too many pixels (maximum for interlaced PNG is 16 million)"],
    ["webp", "uchar", false, 32, "has too many pixels (maximum for WebP is 32 million)"],
    ["heif", "uchar", false, 16, "has too many pixels (maximum for AVIF is 16 million)"],
  ] as const)("%s of %s, interlaced %s: %d million", (format, depth, isProgressive, millions, problem) => {
    const kind = { format, depth, isProgressive };
    expect(tooManyPixels({ ...kind, width: side(millions), height: side(millions) })).toBeUndefined();
    expect(tooManyPixels({ ...kind, width: side(millions) + 10, height: side(millions) + 10 })).toBe(problem);
  });
});
