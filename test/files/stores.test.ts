import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { directoryStore } from "../../src/app/files/directory-store.ts";
import { s3Store } from "../../src/app/files/s3-store.ts";
import { type FileStore, MissingFileError, newFileKey, UnavailableStoreError } from "../../src/kernel/files/files.ts";

/** File stores (docs/design/files.md): a directory, or a bucket, here a small server with the S3 protocol. */

interface Object3 {
  readonly bytes: Buffer;
  readonly type: string | undefined;
}

/** A bucket with its objects and the refused requests. */
class Bucket {
  readonly objects = new Map<string, Object3>();
  readonly unsigned: string[] = [];
  broken = false;
  /** The number of requests to answer with 503 first. */
  busy = 0;

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { authorization = "" } = request.headers;
    if (!signature.test(authorization)) this.unsigned.push(`${request.method} ${request.url}: ${authorization}`);
    if (this.broken) return void response.writeHead(400).end("<Error><Code>InvalidRequest</Code></Error>");
    if (this.busy-- > 0) return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    const path = new URL(request.url ?? "/", "http://s3").pathname;
    const found = this.objects.get(path);
    if (request.method === "PUT") {
      this.objects.set(path, { bytes: Buffer.concat(chunks), type: request.headers["content-type"] });
      return void response.writeHead(200, { etag: '"x"' }).end();
    }
    if (request.method === "DELETE") {
      this.objects.delete(path);
      return void response.writeHead(204).end();
    }
    if (!found) return void response.writeHead(404).end(request.method === "HEAD" ? "" : missing);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const part = start === undefined ? found.bytes : found.bytes.subarray(Number(start), Number(end) + 1);
    response.writeHead(start === undefined ? 200 : 206, { "content-length": part.length, "content-type": found.type });
    response.end(request.method === "HEAD" ? undefined : part);
  }
}

const signature =
  /^AWS4-HMAC-SHA256 Credential=roost\/\d{8}\/eu-west-1\/s3\/aws4_request, ?SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, ?Signature=[0-9a-f]{64}$/;
const missing =
  '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';

const bucket = new Bucket();
let server: Server;
let directory: string;
let source: string;
const stores = new Map<string, FileStore>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "roost-stores-"));
  source = join(directory, "source");
  await writeFile(source, "0123456789");
  server = createServer((request, response) => void bucket.answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const { s3 } = readConfig({
    ROOST_S3_BUCKET: "holiday",
    ROOST_S3_ENDPOINT: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    ROOST_S3_REGION: "eu-west-1",
    ROOST_S3_ACCESS_KEY_ID: "roost",
    ROOST_S3_SECRET_ACCESS_KEY: "secret",
    ROOST_S3_FORCE_PATH_STYLE: "on",
  });
  if (!s3) throw new Error("The settings of a bucket were not read.");
  stores.set("a bucket", s3Store(s3));
  stores.set("a directory", directoryStore(join(directory, "files")));
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await rm(directory, { recursive: true, force: true });
});

const storeOf = (kind: string): FileStore => {
  const store = stores.get(kind);
  if (!store) throw new Error(`There is no store in ${kind}.`);
  return store;
};

describe.each(["a directory", "a bucket"])("a store in %s", (kind) => {
  test("returns a stored file, whole and in ranges, until it is deleted", async () => {
    const store = storeOf(kind);
    const key = newFileKey();
    await store.put(key, source, "text/plain");
    expect(await text(await store.read(key))).toBe("0123456789");
    expect(await text(await store.read(key, { start: 2, end: 4 }))).toBe("234");
    expect(await store.size(key)).toBe(10);
    await store.delete(key);
    await store.delete(key);
    expect(await store.size(key)).toBeUndefined();
    await expect(store.read(key)).rejects.toThrow(MissingFileError);
  });

  test.each(["../../etc/passwd", "", "/etc/passwd", "a".repeat(48).toUpperCase(), `${"a".repeat(47)}.`])(
    "takes no key such as %j",
    async (key) => {
      const store = storeOf(kind);
      for (const done of [
        () => store.put(key, source, "x"),
        () => store.read(key),
        () => store.size(key),
        () => store.delete(key),
      ])
        await expect(done()).rejects.toThrow("must come from newFileKey");
    },
  );
});

test("signs every request to a bucket and sends each object's type", async () => {
  const key = newFileKey();
  await storeOf("a bucket").put(key, source, "image/png");
  expect(bucket.objects.get(`/holiday/${key.slice(0, 2)}/${key}`)).toMatchObject({ type: "image/png" });
  expect(bucket.unsigned).toEqual([]);
});

test("uploads the whole file to a bucket that is briefly busy", async () => {
  const key = newFileKey();
  bucket.busy = 2;
  await storeOf("a bucket").put(key, source, "text/plain");
  expect(await text(await storeOf("a bucket").read(key))).toBe("0123456789");
});

test("reports a bucket's refusal as an error, not as a missing file", async () => {
  bucket.broken = true;
  try {
    await expect(storeOf("a bucket").put(newFileKey(), source, "x")).rejects.toThrow(UnavailableStoreError);
    await expect(storeOf("a bucket").read(newFileKey())).rejects.toThrow(UnavailableStoreError);
  } finally {
    bucket.broken = false;
  }
});

test.runIf(process.platform === "linux")("leaves no file open when the bucket is unreachable", async () => {
  const own = join(directory, "unsent");
  await writeFile(own, Buffer.alloc(1_000_000));
  const settings = { bucket: "b", endpoint: "http://127.0.0.1:1", region: "eu-west-1", forcePathStyle: true };
  const store = s3Store({ ...settings, accessKeyId: "roost", secretAccessKey: "secret" });
  await expect(store.put(newFileKey(), own, "x")).rejects.toThrow(UnavailableStoreError);
  const open = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ""));
  expect(await Promise.all(open)).not.toContain(own);
});

test("a directory keeps nothing of a failed copy and spreads files over subfolders", async () => {
  const root = join(directory, "apart");
  await mkdir(root);
  const store = directoryStore(root);
  const key = `abcdef${newFileKey().slice(6)}`;
  await expect(store.put(key, join(directory, "nowhere"), "x")).rejects.toThrow("ENOENT");
  expect(await readdir(join(root, "ab", "cd"))).toEqual([]);
  await store.put(key, source, "x");
  expect(await readdir(join(root, "ab", "cd"))).toEqual([key]);
});

test.each<[Record<string, string>, string]>([
  [{ ROOST_S3_BUCKET: "b" }, "ROOST_S3_BUCKET is set. Also set ROOST_S3_BUCKET, ROOST_S3_ACCESS_KEY_ID and"],
  [{ ROOST_S3_REGION: "r" }, "ROOST_S3_REGION is set. Also set"],
  [
    { ...credentials(), ROOST_S3_BUCKET: "b", ROOST_FILES_DIR: "/files" },
    "ROOST_FILES_DIR and ROOST_S3_BUCKET are both set",
  ],
  [
    { ...credentials(), ROOST_S3_BUCKET: "b", ROOST_S3_ENDPOINT: "s3" },
    "ROOST_S3_ENDPOINT is invalid. It must be a URL",
  ],
  [
    { ROOST_PRIVATE_FETCH: "10.0.0.0/99" },
    'ROOST_PRIVATE_FETCH contains "10.0.0.0/99", which is neither a host such as',
  ],
  [{ ROOST_PRIVATE_FETCH: "http://x" }, 'ROOST_PRIVATE_FETCH contains "http://x", which is neither a host such as'],
])("refuses the settings %j with a message", (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(sentence);
});

function credentials(): Record<string, string> {
  return { ROOST_S3_ACCESS_KEY_ID: "roost", ROOST_S3_SECRET_ACCESS_KEY: "secret" };
}
