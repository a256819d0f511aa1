import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PictureProcess, PictureTimeout } from "../../src/modules/platform/files/picture-process.ts";
import { greyPicture } from "../fuzz/files.ts";
import { lives } from "../harness/in-memory.ts";

let directory: string;
let picture: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "roost-pictures-"));
  picture = join(directory, "picture.png");
  await writeFile(picture, greyPicture(8, 6));
});
afterAll(() => rm(directory, { recursive: true }));

const found = { width: 8, height: 6 };

test("one process decodes a series of pictures and exits after the last", async () => {
  const pictures = new PictureProcess(100);
  expect(pictures.id).toBeUndefined();
  expect(await pictures.ask(picture)).toEqual(found);
  const first = pictures.id ?? 0;
  expect(await pictures.ask(picture)).toEqual(found);
  expect(pictures.id).toBe(first);
  expect(await pictures.ask(join(directory, "missing.png"))).toEqual({ problem: "is a broken picture" });
  await expect.poll(() => lives(first)).toBe(false);
  expect(pictures.id).toBeUndefined();
  expect(await pictures.ask(picture)).toEqual(found);
  await expect.poll(() => pictures.id).toBeUndefined();
});

test("a crash fails only its own picture, and another process decodes the next", async () => {
  const pictures = new PictureProcess(100);
  await pictures.ask(picture);
  const id = pictures.id ?? 0;
  process.kill(id, "SIGSTOP");
  const asking = pictures.ask(picture);
  process.kill(id, "SIGKILL");
  await expect(asking).rejects.toThrow("The picture process exited unexpectedly (SIGKILL).");
  expect(await pictures.ask(picture)).toEqual(found);
});

test("a picture that takes too long times out with its process and is not reported as broken", async () => {
  const pictures = new PictureProcess(100, 1);
  const asking = pictures.ask(picture);
  const id = pictures.id ?? 0;
  await expect(asking).rejects.toThrow(PictureTimeout);
  await expect(asking).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("took too long"),
  });
  await expect.poll(() => lives(id)).toBe(false);
  expect(pictures.id).toBeUndefined();
});
