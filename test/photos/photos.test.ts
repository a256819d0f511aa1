import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental, created, linksOf, read } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { smallPicture } from "./pictures.ts";

/** Rental photos: upload, sizes and order (docs/design/files.md). */
const service = useService({ endpoints: {}, privateFetch: ["127.0.0.1"] });

const aManager = async () => service.aClient(await service.anAccount());

/** A picture with a red left and a blue right half. The service only opens files (load-sharp.ts). */
function halves(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) data[pixel * 3 + (pixel % width < width / 2 ? 0 : 2)] = 255;
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Decodes a served picture. */
async function opened(bytes: Buffer): Promise<Sharp> {
  const path = join(await mkdtemp(join(directory, "served-")), "picture");
  await writeFile(path, bytes);
  return sharp(path);
}

const base64 = (bytes: Buffer) => bytes.toString("base64");
const sendPhoto = (client: ApiClient, rental: Json, attributes: Json): Promise<Answer> =>
  client.post(`/rentals/${rental.id}/photos`, { photos: [attributes] });
const aPhoto = (client: ApiClient, rental: Json, attributes: Json = {}): Promise<Json> =>
  created(client, `/rentals/${rental.id}/photos`, "photos", { photo: smallPicture, ...attributes });

/** Waits until the photo meets a condition. */
async function photoWhen(client: ApiClient, id: unknown, holds: (photo: Json) => boolean): Promise<Json> {
  return expect
    .poll(() => read(client, "photos", id))
    .toSatisfy(holds)
    .then(() => read(client, "photos", id));
}
const rendered = (client: ApiClient, id: unknown) => photoWhen(client, id, ({ giant_url }) => giant_url !== null);

/** Fetches an address of the service, regardless of its host name. */
async function fetched(url: unknown): Promise<Response> {
  return fetch(service.url + new URL(String(url)).pathname);
}
const bytesOf = async (url: unknown): Promise<Buffer> => Buffer.from(await (await fetched(url)).arrayBuffer());
const inFormat = (url: unknown, format: string): string => String(url).replaceAll("jpg", format);

/** The ids of a rental's photos in order; positions must be 1 to n. */
async function order(client: ApiClient, rental: Json): Promise<unknown[]> {
  const photos = recordsOf(await client.get("/photos"), "photos")
    .filter((photo) => linksOf(photo).rental === rental.id)
    .sort((a, b) => Number(a.position) - Number(b.position));
  expect(photos.map(({ position }) => position)).toEqual(photos.map((_, index) => index + 1));
  return photos.map(({ id }) => id);
}

/** Another site's server with a picture and a page. */
let elsewhere: Server;
let directory = "";
let address = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "roost-photos-"));
  const picture = await halves(30, 20).webp().toBuffer();
  elsewhere = createServer((request, response) => {
    if (request.url === "/picture") response.end(picture);
    else if (request.url === "/page") response.end("<html><body>No picture</body></html>");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const bound = elsewhere.address();
  const isBound = (value: typeof bound): value is AddressInfo => typeof value === "object" && value !== null;
  if (!isBound(bound)) throw new Error("The server is not bound.");
  address = `http://127.0.0.1:${bound.port}`;
});
afterAll(async () => {
  await new Promise((resolve) => elsewhere.close(resolve));
  await rm(directory, { recursive: true, force: true });
});

describe("a photo", () => {
  test("has no addresses until its sizes are ready as JPEG, WebP and AVIF, never enlarged", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const bytes = await halves(600, 300).jpeg().toBuffer();
    const made = await aPhoto(client, rental, { photo: base64(bytes), kind: "outside", description_en: "The garden" });
    expect(made).toMatchObject({
      ...{ width: 600, height: 300, ratio: "2.0", size_in_bytes: bytes.length, position: 1, kind: "outside" },
      ...{ giant_url: null, micro_url: null, description: { en: "The garden" } },
    });
    expect(linksOf(await read(client, "rentals", rental.id)).photos).toEqual([made.id]);
    const photo = await rendered(client, made.id);
    const sizes = {
      micro: 100,
      thumb: 200,
      small: 320,
      compact: 480,
      medium: 600,
      large: 600,
      grande: 600,
      giant: 600,
    };
    for (const [size, width] of Object.entries(sizes)) {
      for (const format of ["jpg", "webp", "avif"]) {
        const answer = await fetched(inFormat(photo[`${size}_url`], format));
        expect(answer.status, `${size} ${format}`).toBe(200);
        const image = await (await opened(Buffer.from(await answer.arrayBuffer()))).metadata();
        const expected = { jpg: "jpeg", webp: "webp", avif: "heif" }[format];
        expect([image.format, image.width, image.height]).toEqual([expected, width, Math.round(width / 2)]);
        expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      }
    }
    const [red, blue] = [await pixel(photo.small_url, 10, 10), await pixel(photo.small_url, 310, 10)];
    expect([red, blue]).toEqual(["red", "blue"]);
  });

  test("is rotated upright and stripped of its metadata", async () => {
    const client = await aManager();
    const exif = {
      IFD0: { Copyright: "SecretOwner", Artist: "SecretOwner", ImageDescription: "SecretOwner" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 3230/100",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 4366/100",
      },
    };
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SecretOwner</note></x:xmpmeta>';
    const bytes = await halves(300, 200)
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .withXmp(xmp)
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    const sent = await (await opened(bytes)).metadata();
    expect(bytes.includes("SecretOwner") && sent.exif !== undefined && sent.icc !== undefined).toBe(true);
    expect(sent.orientation).toBe(6);
    const made = await aPhoto(client, await aRental(client), { photo: base64(bytes) });
    expect(made).toMatchObject({ width: 200, height: 300, ratio: "0.67" });
    const photo = await rendered(client, made.id);
    for (const format of ["jpg", "webp", "avif"]) {
      const served = await bytesOf(inFormat(photo.giant_url, format));
      const { exif: left, xmp: more, iptc, icc, orientation, width, height } = await (await opened(served)).metadata();
      expect([left, more, iptc, icc, orientation, width, height], format).toEqual([
        ...[undefined, undefined, undefined, undefined, undefined, 200, 300],
      ]);
      expect(served.includes("SecretOwner") || served.includes("GPS")).toBe(false);
    }
    // After a quarter turn, the left half is on top.
    expect([await pixel(photo.giant_url, 100, 20), await pixel(photo.giant_url, 100, 280)]).toEqual(["red", "blue"]);
    const files = await service.sql(
      "select count(*)::integer from stored_files where account_id = $1 and public_token is not null and width > 300",
      [client.account],
    );
    expect(files).toEqual([{ count: 0 }]);
  });

  test("can be uploaded as a form with its attributes as fields", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const form = new FormData();
    form.set("photo", new Blob([Buffer.from(smallPicture, "base64")], { type: "image/png" }), "me-at-home.png");
    form.set("description_fr", "Le salon");
    const answer = await fetch(`${service.url}/api/v3/rentals/${rental.id}/photos`, {
      method: "POST",
      headers: { authorization: `Bearer ${client.token}` },
      body: form,
    });
    expect(answer.status).toBe(201);
    const [photo] = recordsOf(await client.get("/photos"), "photos");
    expect(photo).toMatchObject({ width: 12, height: 8, description: { fr: "Le salon" } });
    const shown = await rendered(client, photo?.id);
    expect(String((await fetched(shown.giant_url)).headers.get("content-disposition"))).not.toContain("me-at-home");
  });

  test("is fetched from an address after the response, or reports the error", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const made = await aPhoto(client, rental, { photo: null, remote_photo_url: `${address}/picture` });
    expect(made).toMatchObject({ width: null, height: null, ratio: null, size_in_bytes: null, giant_url: null });
    expect(await rendered(client, made.id)).toMatchObject({ width: 30, height: 20, ratio: "1.5", photo_error: null });
    const wrong = [
      [`${address}/page`, "must be a file of one of the types"],
      [`${address}/nothing`, "answered with the status 404"],
      ["http://169.254.169.254/latest/meta-data", "not public"],
    ];
    for (const [url, sentence] of wrong) {
      const bad = await aPhoto(client, rental, { photo: null, remote_photo_url: url });
      const told = await photoWhen(client, bad.id, ({ photo_error }) => photo_error !== null);
      expect(told).toMatchObject({ photo_error: expect.stringContaining(sentence ?? ""), giant_url: null });
    }
    const kept = await service.sql("select count(remote_photo_url)::integer from photos where account_id = $1", [
      client.account,
    ]);
    expect(kept).toEqual([{ count: 0 }]);
  });

  test("gets new addresses with a new picture; earlier ones end, and deletion ends all", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const first = await rendered(client, (await aPhoto(client, rental)).id);
    const bytes = base64(await halves(40, 40).png().toBuffer());
    const changed = await client.put(`/photos/${first.id}`, { photos: [{ photo: bytes, kind: "inside" }] });
    expect([changed.status, recordOf(changed, "photos").kind]).toEqual([200, "inside"]);
    const second = await photoWhen(client, first.id, ({ width }) => width === 40);
    expect(second.giant_url).not.toBe(first.giant_url);
    expect([(await fetched(first.giant_url)).status, (await fetched(second.giant_url)).status]).toEqual([404, 200]);
    const echoed = await client.put(`/photos/${first.id}`, { photos: [second] });
    expect([echoed.status, recordOf(echoed, "photos").giant_url]).toEqual([200, second.giant_url]);
    expect((await client.delete(`/photos/${first.id}`)).status).toBe(204);
    expect((await fetched(second.giant_url)).status).toBe(404);
    const left = "select count(*)::integer from stored_files where account_id = $1 and ended_at is null";
    expect(await service.sql(left, [client.account])).toEqual([{ count: 0 }]);
    const third = await rendered(client, (await aPhoto(client, rental)).id);
    await client.delete(`/rentals/${rental.id}`);
    expect((await client.get(`/photos/${third.id}`)).status).toBe(404);
    expect((await fetched(third.giant_url)).status).toBe(404);
    expect(await service.sql(left, [client.account])).toEqual([{ count: 0 }]);
  });

  test("has one address per size for grey, transparent and animated pictures, and no alpha in JPEG", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const clear = {
      create: { width: 20, height: 10, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    } as const;
    const frame = { width: 20, height: 20, pageHeight: 10, channels: 3 } as const;
    const frames = await sharp(Buffer.alloc(20 * 20 * 3, 90), { raw: frame })
      .gif()
      .toBuffer();
    const pictures = [
      await halves(20, 10).greyscale().png().toBuffer(),
      await sharp(clear).png().toBuffer(),
      frames,
      await halves(20, 10).toColourspace("cmyk").jpeg().toBuffer(),
      await halves(20, 10).toColourspace("rgb16").png().toBuffer(),
      await halves(20, 10).avif().toBuffer(),
    ];
    for (const bytes of pictures) {
      const photo = await rendered(client, (await aPhoto(client, rental, { photo: base64(bytes) })).id);
      const image = await (await opened(await bytesOf(photo.giant_url))).metadata();
      expect([image.width, image.height, image.pages ?? 1, image.hasAlpha]).toEqual([20, 10, 1, false]);
      expect(["srgb", "b-w"]).toContain(image.space);
    }
  });
});

/** A pixel's colour: red, blue or neither. */
async function pixel(url: unknown, left: number, top: number): Promise<string> {
  const { data } = await (await opened(await bytesOf(url)))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, , blue = 0] = data;
  if (red > 180 && blue < 80) return "red";
  return blue > 180 && red < 80 ? "blue" : `${red} ${blue}`;
}

describe("an invalid picture", () => {
  const refusedAs = async (attributes: Json): Promise<unknown> => {
    const client = await aManager();
    const answer = await sendPhoto(client, await aRental(client), attributes);
    expect(recordsOf(await client.get("/photos"), "photos")).toEqual([]);
    return [answer.status, errorsOf(answer)];
  };
  const photoIs = (sentence: string) => [422, { photo: [expect.stringContaining(sentence)] }];

  test("is refused: a page, a program, a drawing with a script, a broken picture, nothing, invalid base64", async () => {
    const png = Buffer.from(smallPicture, "base64");
    const others = {
      page: Buffer.from("<html><script>alert(1)</script></html>"),
      drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      archive: Buffer.from("PK\u0003\u0004 something packed"),
      program: Buffer.from("MZ\u0090\u0000 something that runs"),
    };
    for (const bytes of Object.values(others))
      expect(await refusedAs({ photo: base64(bytes) })).toEqual(photoIs("must be a file of one of the types"));
    expect(await refusedAs({ photo: base64(png.subarray(0, 60)) })).toEqual(photoIs("broken"));
    expect(await refusedAs({ photo: "not base64!" })).toEqual(photoIs("base64"));
    expect(await refusedAs({})).toEqual(photoIs("can't be blank"));
    expect(await refusedAs({ photo: smallPicture, remote_photo_url: address })).toEqual([
      422,
      { remote_photo_url: [expect.stringContaining("send only one of them")] },
    ]);
  });

  test("is refused before decoding if it has too many pixels in few bytes", async () => {
    const bomb = Buffer.from(smallPicture, "base64");
    // A PNG's first chunk contains width and height, before its checksum.
    for (const offset of [16, 20]) bomb.writeUInt32BE(50_000, offset);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect(await refusedAs({ photo: base64(bomb) })).toEqual(photoIs("too many pixels"));
  });

  test("appended to a real picture is never served", async () => {
    const client = await aManager();
    const gif = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#0f0" } })
      .gif()
      .toBuffer();
    const jpeg = await halves(20, 20).jpeg().toBuffer();
    const tail = Buffer.from("PK\u0003\u0004<script>alert('SecretTail')</script>");
    for (const bytes of [gif, jpeg]) {
      const both = base64(Buffer.concat([bytes, tail]));
      const photo = await rendered(client, (await aPhoto(client, await aRental(client), { photo: both })).id);
      for (const format of ["jpg", "webp", "avif"])
        expect((await bytesOf(inFormat(photo.giant_url, format))).includes("Secret")).toBe(false);
    }
  });

  test("is reported with all other problems and leaves nothing stored", async () => {
    const client = await aManager();
    const wrong = { photo: "!", kind: "garden", position: 0, description_en: "x".repeat(81) };
    const answer = await sendPhoto(client, await aRental(client), wrong);
    expect([answer.status, Object.keys(Object(errorsOf(answer))).sort()]).toEqual([
      422,
      ["description", "kind", "photo", "position"],
    ]);
  });
});

describe("the order of a rental's photos", () => {
  test("has no gaps after any insertion, move or deletion", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const [a, b, c] = [await aPhoto(client, rental), await aPhoto(client, rental), await aPhoto(client, rental)];
    const move = (photo: Json, position: number) => client.put(`/photos/${photo.id}`, { photos: [{ position }] });
    expect(await order(client, rental)).toEqual([a.id, b.id, c.id]);
    const d = await aPhoto(client, rental, { position: 2 });
    expect([d.position, await order(client, rental)]).toEqual([2, [a.id, d.id, b.id, c.id]]);
    expect(recordOf(await move(a, 3), "photos").position).toBe(3);
    expect(await order(client, rental)).toEqual([d.id, b.id, a.id, c.id]);
    expect(recordOf(await move(c, 1), "photos").position).toBe(1);
    expect(recordOf(await move(d, 400), "photos").position).toBe(4);
    expect(await order(client, rental)).toEqual([c.id, b.id, a.id, d.id]);
    expect((await client.delete(`/photos/${b.id}`)).status).toBe(204);
    expect(await order(client, rental)).toEqual([c.id, a.id, d.id]);
    const since = await client.get("/photos?updated_since=2020-01-01");
    expect(since.json.meta).toMatchObject({ deleted_ids: [b.id] });
    expect((await aPhoto(client, rental, { position: 9 })).position).toBe(4);
  });

  test("stays consistent while 16 concurrent clients move, add and delete photos", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const photos: Json[] = [];
    for (let index = 0; index < 6; index++) photos.push(await aPhoto(client, rental));
    const others = await Promise.all(Array.from({ length: 16 }, () => service.aClient(client.account)));
    const work = others.flatMap((other, index) => {
      const photo = photos[index % 5];
      const position = (index * 7) % 6;
      return [
        other.put(`/photos/${photo?.id}`, { photos: [{ position: position + 1 }] }),
        index % 4 === 0 ? sendPhoto(other, rental, { photo: smallPicture, position: position + 1 }) : undefined,
        index === 3 ? other.delete(`/photos/${photos[5]?.id}`) : undefined,
      ];
    });
    const answers = await Promise.all(work);
    for (const answer of answers) expect([200, 201, 204, undefined], answer?.text).toContain(answer?.status);
    expect(await order(client, rental)).toHaveLength(9);
  });

  test("refuses the 501st photo", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await service.sql(
      "insert into photos (account_id, rental_id, position) select $1, $2, place from generate_series(1, 500) as place",
      [client.account, rental.id],
    );
    const answer = await sendPhoto(client, rental, { photo: smallPicture });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { base: ["a rental has at most 500 photos"] }]);
    expect(linksOf(await read(client, "rentals", rental.id)).photos).toHaveLength(500);
  });
});

test("photos of another account are not found, moved, replaced or deleted", async () => {
  const client = await aManager();
  const photo = await aPhoto(client, await aRental(client));
  const stranger = await aManager();
  const path = `/photos/${photo.id}`;
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.put(path, { photos: [{ photo: smallPicture, position: 1 }] })).status).toBe(404);
  expect((await stranger.delete(path)).status).toBe(404);
  const reader = await service.aClient(client.account, { scopes: ["public"] });
  expect((await reader.get(path)).status).toBe(200);
  expect((await reader.put(path, { photos: [{ position: 1 }] })).status).toBe(403);
});
