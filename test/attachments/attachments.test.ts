import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StoredFile } from "../../src/kernel/files/files.ts";
import { eraseAttachments } from "../../src/modules/platform/attachments/erase-attachments.ts";
import { storeFile } from "../../src/modules/platform/files/store-file.ts";
import { sweepFiles } from "../../src/modules/platform/files/sweep-files.ts";
import { maxFileBytes } from "../../src/modules/platform/files/upload.ts";
import { aPng, gifWithPage, htmlPage, svgWithScript } from "../files/samples.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { baseUrl, useService } from "../harness/service.ts";

/** Attachments (service.md, Inbox attachment) and the files behind them (docs/design/files.md). */
const service = useService({ endpoints: {}, privateFetch: ["localhost"] });

let remote: Server;
let remoteUrl = "";
beforeAll(async () => {
  remote = createServer((request, response) => {
    if (request.url === "/map%20of%20it.png") response.end(aPng(40, 30));
    else if (request.url === "/to-loopback")
      response.writeHead(302, { location: `http://127.0.0.1:${new URL(remoteUrl).port}/map.png` }).end();
    else if (request.url === "/huge") response.writeHead(200, { "content-length": String(maxFileBytes + 1) }).end("x");
    else response.writeHead(404).end("not here");
  });
  await new Promise<void>((listening) => remote.listen(0, "127.0.0.1", listening));
  const address = remote.address();
  remoteUrl = `http://localhost:${isAddress(address) ? address.port : 0}`;
});
afterAll(() => new Promise((closed) => remote.close(closed)));
const isAddress = (address: ReturnType<Server["address"]>): address is AddressInfo =>
  typeof address === "object" && address !== null;

const aManager = async () => service.aClient(await service.anAccount());
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString("base64");
const attach = (api: ApiClient, element: Json) => api.post("/inbox/attachments", { attachments: [element] });
const attached = async (api: ApiClient, element: Json) => {
  const answer = await attach(api, element);
  expect(answer.status, answer.text).toBe(201);
  return recordOf(answer, "attachments");
};
const read = async (api: ApiClient, id: unknown) => recordOf(await api.get(`/inbox/attachments/${id}`), "attachments");
const filesOf = async (account: number) =>
  service.sql(
    "select id::integer, key, kept_at, ended_at, erased_at from stored_files where account_id = $1 order by id",
    [account],
  );

/** Fetches a service URL at the tests' address. */
const fetched = (url: unknown, headers: Record<string, string> = {}, method = "GET") =>
  fetch(String(url).replace(baseUrl, service.url), { method, headers, redirect: "manual" });

const form = async (
  api: ApiClient,
  parts: Readonly<Record<string, string | File>>,
  headers: Record<string, string> = {},
) => {
  const body = new FormData();
  for (const [name, part] of Object.entries(parts)) body.append(name, part);
  const response = await fetch(`${api.url}/api/v3/inbox/attachments`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    body,
  });
  const json: Json = JSON.parse(await response.text());
  return { status: response.status, json };
};
const part = (bytes: Buffer, name: string, type = "application/octet-stream") =>
  new File([new Uint8Array(bytes)], name, { type });

describe("an attachment", () => {
  test("is created from base64, and shows its size, its type and a download URL", async () => {
    const api = await aManager();
    const picture = aPng(120, 80);
    const record = await attached(api, { name: "Plan ü.png", file: base64(picture) });
    expect(record).toMatchObject({
      ...{ name: "Plan ü.png", image_width: 120, image_height: 80, file_size: picture.length },
      ...{ file_content_type: "image/png", file_error: null },
      url: expect.stringMatching(/^https:\/\/roost\.test\/files\/\d+-\d+-\d+-[0-9a-f]{32}$/),
      links: { account: api.account, messages: [] },
    });
    expect(record).not.toHaveProperty("file");
    expect(record).not.toHaveProperty("remote_file_url");
    const answer = await fetched(record.url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline; filename=\"Plan u_.png\"; filename*=UTF-8''Plan%20%C3%BC.png",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-site",
      "cache-control": "private, max-age=3600",
    });
  });

  test("is created from a form, ignoring the client's media type and folder", async () => {
    const api = await aManager();
    const { status, json } = await form(api, {
      file: part(Buffer.from("Turn left."), "../../etc/way.exe", "text/html"),
    });
    expect([status, json]).toMatchObject([
      201,
      { attachments: [{ name: "way.exe", file_content_type: "text/plain", file_size: 10, image_width: null }] },
    ]);
  });

  test("a form is stored once per idempotency key, and another form with that key is refused", async () => {
    const api = await aManager();
    const key = { "idempotency-key": "5f0c6f0e-6f0f-4c9e-8a53-3f0d8e2b9a12" };
    const [first, again] = [
      await form(api, { file: part(Buffer.from("a"), "a.txt") }, key),
      await form(api, { file: part(Buffer.from("a"), "a.txt") }, key),
    ];
    expect(again).toEqual(first);
    expect((await form(api, { file: part(Buffer.from("b"), "a.txt") }, key)).status).toBe(409);
    expect(await filesOf(api.account)).toHaveLength(1);
  });

  test("an attachment from a public URL is fetched after the response, and is empty until then", async () => {
    const api = await aManager();
    const record = await attached(api, { remote_file_url: `${remoteUrl}/map%20of%20it.png` });
    expect(record).toMatchObject({ url: null, file_size: null, file_content_type: null, name: null, file_error: null });
    await expect
      .poll(() => read(api, record.id))
      .toMatchObject({
        ...{ name: "map of it.png", image_width: 40, image_height: 30, file_content_type: "image/png" },
        url: expect.stringContaining("/files/"),
      });
  });

  test.each([
    ["/missing.png", "answered with the status 404"],
    ["/to-loopback", "leads to an address that is not public"],
    ["/huge", "is too large"],
  ])("from %s reports that it %s", async (path, problem) => {
    const api = await aManager();
    const { id } = await attached(api, { name: "It", remote_file_url: `${remoteUrl}${path}` });
    await expect.poll(() => read(api, id)).toMatchObject({ file_error: problem, url: null, name: "It" });
  });

  test.each([
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:10.0.0.1]/",
    "http://2130706433/",
    "http://0177.0.0.1/",
  ])("is never fetched from %s", async (url) => {
    const api = await aManager();
    const { id } = await attached(api, { remote_file_url: url });
    await expect.poll(() => read(api, id)).toMatchObject({ file_error: "leads to an address that is not public" });
  });

  test("can be renamed and get another file, and the former file is erased", async () => {
    const api = await aManager();
    const record = await attached(api, { name: "a.txt", file: base64("first") });
    const put = (element: Json) => api.put(`/inbox/attachments/${record.id}`, { attachments: [element] });
    expect(recordOf(await put({ name: "b.txt" }), "attachments")).toMatchObject({
      name: "b.txt",
      file_size: 5,
      url: record.url,
    });
    expect((await fetched(record.url)).headers.get("content-disposition")).toBe('attachment; filename="b.txt"');
    const changed = recordOf(await put({ file: base64("second") }), "attachments");
    expect(changed).toMatchObject({ name: "b.txt", file_size: 6 });
    expect(await (await fetched(changed.url)).text()).toBe("second");
    expect((await fetched(record.url)).status).toBe(404);
    const former = async () => (await filesOf(api.account))[0];
    await expect.poll(former).toMatchObject({ erased_at: expect.anything() });
    await expect.poll(async () => service.files.size(String((await former())?.key))).toBeUndefined();
  });

  test("another account's attachment is neither found nor changed", async () => {
    const { id } = await attached(await aManager(), { file: base64("mine") });
    const stranger = await aManager();
    expect((await stranger.get(`/inbox/attachments/${id}`)).status).toBe(404);
    expect((await stranger.put(`/inbox/attachments/${id}`, { attachments: [{ name: "x" }] })).status).toBe(404);
    const refused = await stranger.put(`/inbox/attachments/${id}`, { attachments: [{ file: base64("x") }] });
    expect(refused.status).toBe(404);
    expect(await filesOf(stranger.account)).toEqual([]);
    expect(recordsOf(await stranger.get("/inbox/attachments"), "attachments")).toEqual([]);
    expect((await stranger.get(`/inbox_attachments/${id}`)).status).toBe(404);
  });

  test("an erased attachment has no name and no file, and accepts no new file", async () => {
    const api = await aManager();
    const record = await attached(api, { name: "passport.png", file: base64(aPng(10, 10)) });
    const scope = service.database.within([api.account]);
    const erase = () =>
      scope.transaction((transaction) =>
        eraseAttachments({ transaction, account: { id: api.account } }, [Number(record.id)]),
      );
    expect(await erase()).toEqual([record.id]);
    expect(await erase()).toEqual([]);
    expect(await read(api, record.id)).toMatchObject({ name: null, url: null, file_size: null, image_width: null });
    expect((await fetched(record.url)).status).toBe(404);
    const written = await api.put(`/inbox/attachments/${record.id}`, {
      attachments: [{ name: "x", file: base64("x") }],
    });
    expect([written.status, errorsOf(written)]).toEqual([
      422,
      { name: [expect.stringContaining("was erased for good")], file: ["was erased for good"] },
    ]);
    const rows = await filesOf(api.account);
    for (const { key } of rows) await expect.poll(() => service.files.size(String(key))).toBeUndefined();
  });
});

describe("a file that is refused", () => {
  test.each<[string, Json, unknown]>([
    ["nothing", { name: "x" }, { file: ["can't be blank without a remote_file_url"] }],
    ["nothing in it", { file: "====" }, { file: ["must be a file in base64"] }],
    ["a number", { file: 7 }, { file: ["must be a file in base64"] }],
    ["base64 that was cut off", { file: "VHVybiBsZWZ0L" }, { file: ["must be a file in base64"] }],
    ["base64 with a stranger in it", { file: "VHV$biBsZWZ0Lg==" }, { file: ["must be a file in base64"] }],
    ["base64 of the other alphabet", { file: "_-__" }, { file: ["must be a file in base64"] }],
    ["base64 with bits behind its end", { file: "VB==" }, { file: ["must be a file in base64"] }],
    ["an empty data URL", { file: "data:text/plain;base64," }, { file: ["is empty"] }],
    [
      "both",
      { file: base64("x"), remote_file_url: "https://example.com/" },
      { remote_file_url: ["must not be sent together with file"] },
    ],
    ["no URL", { remote_file_url: "ftp://example.com/x" }, { remote_file_url: ["must be an http or https URL"] }],
    ["a bomb", { file: base64(aPng(50_000, 50_000, 10)) }, { file: ["has too many pixels (maximum is 64 million)"] }],
    ["half a picture", { file: base64(aPng(300, 300, 20)) }, { file: ["is a broken picture"] }],
    [
      "wrong in all it says",
      { name: "x".repeat(300), file: "!", colour: "red" },
      {
        name: ["is too long (maximum is 255 characters)"],
        file: ["must be a file in base64"],
        colour: ["is not an attribute of attachments"],
      },
    ],
  ])("because it is %s leaves no trace", async (_what, element, errors) => {
    const api = await aManager();
    const answer = await attach(api, element);
    expect([answer.status, errorsOf(answer)]).toEqual([422, errors]);
    expect(recordsOf(await api.get("/inbox/attachments"), "attachments")).toEqual([]);
    expect(await filesOf(api.account)).toEqual([]);
  });

  test("a file that is empty or one byte too large is refused in every format", async () => {
    const api = await aManager();
    const large = Buffer.alloc(maxFileBytes + 1, "x");
    expect(await form(api, { file: part(Buffer.alloc(0), "x") })).toMatchObject({
      status: 422,
      json: { errors: { file: ["is empty"] } },
    });
    expect(await form(api, { file: part(large, "x") })).toMatchObject({
      status: 413,
      json: { errors: [{ code: "payload_too_large" }] },
    });
    expect((await attach(api, { file: base64(large) })).status).toBe(413);
    expect((await attach(api, { file: base64(large.subarray(1)) })).status).toBe(201);
  });

  test("a form with eleven parts or an unexpected file leaves no trace", async () => {
    const api = await aManager();
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`field${index}`, "x"]));
    expect((await form(api, many)).status).toBe(422);
    expect(await form(api, { virus: part(Buffer.from("x"), "x") })).toMatchObject({
      status: 422,
      json: { errors: { virus: [expect.any(String)] } },
    });
    expect(await filesOf(api.account)).toEqual([]);
  });
});

describe("a file's URL", () => {
  test.each([
    ["a GIF with a page behind it", gifWithPage, "image/gif", "inline"],
    ["an SVG with a script", svgWithScript, "text/plain; charset=utf-8", "attachment"],
    ["a page", htmlPage, "text/plain; charset=utf-8", "attachment"],
    ["a PDF", Buffer.from("%PDF-1.4\n<script>alert(1)</script>"), "application/pdf", "inline"],
    ["bytes of no kind", Buffer.from([1, 2, 3, 0, 255]), "application/octet-stream", "attachment"],
  ])("never serves %s as a page", async (_what, bytes, type, disposition) => {
    const api = await aManager();
    const { url } = await attached(api, { name: "it", file: base64(bytes) });
    const { headers } = await fetched(url);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("content-disposition")).toBe(`${disposition}; filename="it"`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test.each([
    ["Rent\u202Egpj.exe", 'filename="Rentgpj.exe"'],
    ["\u{e0041}\u00ad\u061c\u180e.txt", 'filename=".txt"'],
    ["../../etc/passwd", 'filename="passwd"'],
    ["C:\\Windows\\a.txt", 'filename="a.txt"'],
    ["..", undefined],
    ['"; filename=page.html', "filename=\"_; filename=page.html\"; filename*=UTF-8''%22%3B%20filename%3Dpage.html"],
  ])("serves a file named %j with a safe name", async (name, shown) => {
    const record = await attached(await aManager(), { name, file: base64("Hello") });
    const { headers } = await fetched(record.url);
    expect(headers.get("content-disposition")).toBe(shown === undefined ? "attachment" : `attachment; ${shown}`);
  });

  test("serves nothing while its account is closed", async () => {
    const api = await aManager();
    const { url } = await attached(api, { file: base64("Hello") });
    const close = (at: string) => service.sql(`update accounts set closed_at = ${at} where id = $1`, [api.account]);
    await close("now()");
    expect((await fetched(url)).status).toBe(404);
    await close("null");
    expect((await fetched(url)).status).toBe(200);
  });

  test("sends no cacheable response when the file's bytes are missing", async () => {
    const api = await aManager();
    const { url } = await attached(api, { name: "it", file: base64("0123456789") });
    const [file] = await filesOf(api.account);
    await service.files.delete(String(file?.key));
    for (const answer of [await fetched(url), await fetched(url, { range: "bytes=2-4" })]) {
      expect([answer.status, await answer.json()]).toMatchObject([404, { errors: [{ code: "not_found" }] }]);
      for (const name of ["cache-control", "etag", "content-disposition", "content-range"])
        expect(answer.headers.get(name), name).toBeNull();
    }
  });

  test("serves a JPEG that is also an archive as a picture", async () => {
    const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#008080" } })
      .jpeg()
      .toBuffer();
    const both = Buffer.concat([jpeg, Buffer.from("PK\u0003\u0004", "latin1"), Buffer.alloc(60)]);
    const record = await attached(await aManager(), { file: base64(both) });
    expect(record).toMatchObject({ file_content_type: "image/jpeg", image_width: 30, image_height: 20 });
  });

  test("supports 304, ranges and HEAD", async () => {
    const { url } = await attached(await aManager(), { file: base64("0123456789") });
    const whole = await fetched(url);
    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toBe(`"${createHash("sha256").update("0123456789").digest("base64url")}"`);
    expect((await fetched(url, { "if-none-match": etag })).status).toBe(304);
    const ranges = ["bytes=2-4", "bytes=8-99", "bytes=-3", "bytes=5-"];
    const parts = await Promise.all(
      ranges.map(async (range) => {
        const answer = await fetched(url, { range });
        return [answer.status, answer.headers.get("content-range"), await answer.text()];
      }),
    );
    expect(parts).toEqual([
      [206, "bytes 2-4/10", "234"],
      [206, "bytes 8-9/10", "89"],
      [206, "bytes 7-9/10", "789"],
      [206, "bytes 5-9/10", "56789"],
    ]);
    const outside = await fetched(url, { range: "bytes=10-" });
    expect([outside.status, outside.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    expect((await fetched(url, { range: "bytes=2-4", "if-range": '"another"' })).status).toBe(200);
    const head = await fetched(url, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    const headOfPart = await fetched(url, { range: "bytes=2-4" }, "HEAD");
    expect([headOfPart.status, headOfPart.headers.get("content-length")]).toEqual([200, "10"]);
  });

  test("is stable for an hour, and invalid if one character changes", async () => {
    const api = await aManager();
    const record = await attached(api, { file: base64("secret") });
    const url = String(record.url);
    expect((await fetched(`${url}/any/name.txt`)).status).toBe(200);
    const token = url.slice(url.lastIndexOf("/") + 1);
    const [account, id, until, signature] = token.split("-");
    const others = [
      [Number(account) + 1, id, until, signature],
      [account, Number(id) + 1, until, signature],
      [account, id, Number(until) + 3600, signature],
      [account, id, until, `${signature?.slice(0, -1)}${signature?.endsWith("0") ? "1" : "0"}`],
      [account, id, until],
    ];
    for (const other of others) expect((await fetched(`${baseUrl}/files/${other.join("-")}`)).status).toBe(404);
    for (const path of ["/files/..%2f..%2fetc%2fpasswd", "/files/", `/files/${"a".repeat(48)}`])
      expect((await fetched(`${baseUrl}${path}`)).status).toBe(404);
    expect((await fetched(`${baseUrl}/files/%00`)).status).toBe(400);
  });
});

test("removes a file after a day if its record was never committed, and keeps others", async () => {
  const api = await aManager();
  const { url, id } = await attached(api, { name: "kept.txt", file: base64("kept") });
  const context = { scope: service.database.within([api.account]), account: { id: api.account }, files: service.files };
  const left = await storeFile(context, { path: import.meta.filename, name: "left.ts" });
  if (!(left instanceof StoredFile)) throw new Error(left.problem);
  const sweep = () => sweepFiles(service.database, service.files, new AbortController().signal);
  await sweep();
  expect(await filesOf(api.account)).toHaveLength(2);
  const [row] = await service.sql(
    "update stored_files set created_at = now() - interval '25 hours' where account_id = $1 returning key",
    [api.account],
  );
  expect(row).toBeDefined();
  const [, before] = await filesOf(api.account);
  await sweep();
  expect(await service.files.size(String(before?.key))).toBeUndefined();
  expect(await filesOf(api.account)).toEqual([expect.objectContaining({ ended_at: null })]);
  expect(await (await fetched(url)).text()).toBe("kept");
  expect((await api.get(`/inbox/attachments/${id}`)).status).toBe(200);
  // Erasing an account deletes its rows; the bytes are erased afterwards.
  const [kept] = await filesOf(api.account);
  await service.sql("delete from attachments where account_id = $1", [api.account]);
  await service.sql("delete from stored_files where account_id = $1", [api.account]);
  await sweep();
  expect(await service.files.size(String(kept?.key))).toBeUndefined();
  expect(await service.sql("select key from rowless_files")).toEqual([]);
});
