import { expect, test, vi } from "vitest";
import type { ContentMoment } from "../../src/database/sql/content-version.ts";
import { type Response, ResponseCache } from "../../src/interfaces/rest/answers/response-cache.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { contentLifetime } from "../../src/modules/property/occupancy/content-lifetime.ts";

const bounds = { maxBytes: 10_000, maxEntryBytes: 4000 };
const now = { version: "7", at: 1000 };
const lifetime = { version: "7", until: 2000 };

const responseOf = (body: Buffer): Response => ({
  headers: {},
  type: "text/plain",
  tag: '"t"',
  coding: undefined,
  body,
});

async function* pieces(text: string): AsyncGenerator<Buffer> {
  for (let from = 0; from < text.length; from += 100) yield Buffer.from(text.slice(from, from + 100));
}

function keep(cache: ResponseCache, question: string, body: Buffer): void {
  cache.keep(question, "until a change", { response: responseOf(body), lifetime });
}

const textIn = (cache: ResponseCache, question: string) => cache.find(question, now)?.body.toString();

/** Reads a body to its end, as a socket would. */
async function passedOn(cache: ResponseCache, question: string, text: string): Promise<string> {
  let all = "";
  for await (const piece of cache.keeping(pieces(text), (body) => keep(cache, question, body))) all += piece;
  return all;
}

test("a response is served for its version until its lifetime ends", () => {
  const cache = new ResponseCache();
  keep(cache, "a", Buffer.from("{}"));
  expect(textIn(cache, "a")).toBe("{}");
  expect(cache.find("a", { version: "8", at: 1000 })).toBeUndefined();
  expect(cache.find("a", { version: "7", at: 2000 })).toBeUndefined();
  expect(cache.find("b", now)).toBeUndefined();
});

test("an answer's lifetime is known from the second request on", () => {
  const cache = new ResponseCache();
  expect(cache.lastingOf("a")).toBeUndefined();
  cache.noteRequest("a", "until a change");
  expect([cache.lastingOf("a"), cache.lastingOf("b")]).toEqual(["until a change", undefined]);
  keep(cache, "a", Buffer.from("{}"));
  expect(cache.lastingOf("a")).toBe("until a change");
});

test("an account's next moment is computed once per version, and again when it has passed", async () => {
  const read = vi.fn(async () => [["2000"]]);
  const cache = new ApplicationCache();
  const until = async (account: number, content: ContentMoment) =>
    (await contentLifetime(cache, { read }, account, content)).until;
  expect(await until(1, now)).toBe(2000);
  await until(1, { version: "7", at: 1999 });
  expect(read).toHaveBeenCalledTimes(1);
  await until(1, { version: "7", at: 2000 });
  await until(1, { version: "8", at: 1000 });
  await until(2, now);
  expect(read).toHaveBeenCalledTimes(4);
});

test("the cache never exceeds its size, and evicts the least recently used answer", () => {
  const cache = new ResponseCache(bounds);
  for (const question of ["a", "b", "c"]) keep(cache, question, Buffer.from(question.repeat(2500)));
  expect(textIn(cache, "a")).toHaveLength(2500);
  keep(cache, "d", Buffer.from("d".repeat(2500)));
  expect(["a", "b", "c", "d"].filter((question) => textIn(cache, question))).toEqual(["a", "c", "d"]);
  expect(cache.bytes).toBeLessThanOrEqual(bounds.maxBytes);
});

test("a streamed body is passed on at once, and cached once it is complete", async () => {
  const cache = new ResponseCache(bounds);
  expect(await passedOn(cache, "a", "x".repeat(950))).toBe("x".repeat(950));
  expect(textIn(cache, "a")).toBe("x".repeat(950));
});

test("an interrupted or failed body is not cached and uses no space", async () => {
  const cache = new ResponseCache(bounds);
  const kept = vi.fn();
  for await (const piece of cache.keeping(pieces("x".repeat(950)), kept)) if (piece.length > 0) break;
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from("x");
    throw new Error("no more");
  }
  await expect(async () => {
    for await (const piece of cache.keeping(failing(), kept)) expect(piece.length).toBe(1);
  }).rejects.toThrow("no more");
  expect(kept).not.toHaveBeenCalled();
  expect(cache.bytes).toBe(0);
});

test("a body that is too large is passed on whole, and not cached", async () => {
  const cache = new ResponseCache(bounds);
  expect(await passedOn(cache, "a", "x".repeat(4001))).toHaveLength(4001);
  expect([textIn(cache, "a"), cache.bytes]).toEqual([undefined, 0]);
});

test("incomplete bodies count towards the size, and a body without space is passed on", async () => {
  const cache = new ResponseCache({ maxBytes: 250, maxEntryBytes: 4000 });
  const kept: string[] = [];
  const coming = ["a", "b", "c"].map((name) => cache.keeping(pieces(name.repeat(100)), () => kept.push(name)));
  for (const body of coming) expect((await body.next()).value?.length).toBe(100);
  expect(cache.bytes).toBe(200);
  for (const body of coming) expect((await body.next()).done).toBe(true);
  expect([kept, cache.bytes]).toEqual([["a", "b"], 0]);
});
