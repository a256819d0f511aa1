import v8 from "node:v8";
import vm from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import type { ContentMoment } from "../../src/database/content-version.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { contentLifetime } from "../../src/modules/occupancy/content-lifetime.ts";
import { KeptAnswers } from "../../src/interfaces/rest/kept-answers.ts";
import { LruCache } from "../../src/kernel/lru-cache.ts";
import { wholeAnswer } from "../../src/interfaces/rest/whole-answer.ts";

const bounds = { mostBytes: 4000, most: 3, unused: 60_000 };
const now = { version: "7", at: 1000 };

afterEach(() => vi.useRealTimers());

test("an answer is found under the version that it was kept with, until its time is over", () => {
  const answers = new KeptAnswers();
  answers.keep("a", wholeAnswer("{}"), { version: "7", until: 2000 });
  expect(answers.find("a", now)?.body.toString()).toBe("{}");
  expect(answers.find("a", { version: "8", at: 1000 })).toBeUndefined();
  expect(answers.find("a", { version: "7", at: 2000 })).toBeUndefined();
  expect(answers.find("b", now)).toBeUndefined();
});

test("how long an answer lasts is known from the second time on that its question is asked", () => {
  const answers = new KeptAnswers();
  expect(answers.lastingOf("a")).toBeUndefined();
  answers.noteAsked("a", "until a change");
  expect([answers.lastingOf("a"), answers.lastingOf("b")]).toEqual(["until a change", undefined]);
});

test("when time changes an account is worked out once for a version, and again when it has come", async () => {
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

test("a coding of an answer is worked out once, and counted with it", async () => {
  const answers = new KeptAnswers();
  answers.keep("a", wholeAnswer("x".repeat(5000)), { version: "7", until: 2000 });
  const first = await answers.find("a", now)?.inCoding?.("gzip");
  expect(await answers.find("a", now)?.inCoding?.("gzip")).toBe(first);
});

test("what was used longest ago goes first, by number and by bytes", () => {
  const values = new LruCache<number>(bounds);
  for (const [index, key] of ["a", "b", "c"].entries()) values.set(key, index, 1000);
  values.get("a");
  values.set("d", 3, 1000);
  expect(["a", "b", "c", "d"].filter((key) => values.has(key))).toEqual(["a", "c", "d"]);
  values.set("c", 9, 1000);
  values.grow("c", 0);
  expect([values.get("c"), values.bytes]).toEqual([9, 3000]);
});

test("what is too large alone is not held, and what grows too large goes", () => {
  const values = new LruCache<number>(bounds);
  values.set("a", 1, 1001);
  expect([values.has("a"), values.bytes]).toEqual([false, 0]);
  values.set("b", 2, 900);
  values.grow("b", 100);
  expect([values.has("b"), values.bytes]).toEqual([true, 1000]);
  values.grow("b", 1);
  expect([values.has("b"), values.bytes]).toEqual([false, 0]);
});

test("what makes room for its own growth by going itself leaves no bytes behind", () => {
  const values = new LruCache<number>({ ...bounds, most: 10 });
  values.set("a", 1, 900);
  for (const key of ["b", "c", "d"]) values.set(key, 1, 1000);
  values.set("e", 1, 100);
  values.grow("a", 50);
  expect([values.has("a"), values.bytes]).toEqual([false, 3100]);
});

test("what nobody asked for goes after a while", () => {
  vi.useFakeTimers();
  const values = new LruCache<number>(bounds);
  values.set("a", 1, 10);
  values.set("b", 1, 10);
  vi.advanceTimersByTime(40_000);
  values.get("a");
  vi.advanceTimersByTime(80_001);
  expect([values.has("a"), values.has("b")]).toEqual([false, false]);
  expect(values.bytes).toBe(0);
});

test("what is forgotten as a whole is not held by the sweep of what nobody asked for", async () => {
  vi.useFakeTimers();
  const swept = vi.fn();
  const registry = new FinalizationRegistry(swept);
  const forget = (): void => {
    const values = new LruCache<object>(bounds);
    const value = {};
    registry.register(value, undefined);
    values.set("a", value, 10);
  };
  forget();
  expect(vi.getTimerCount()).toBe(1);
  vi.useRealTimers();
  await vi.waitUntil(
    () => {
      v8.setFlagsFromString("--expose-gc");
      vm.runInNewContext("gc")();
      return swept.mock.calls.length > 0;
    },
    { timeout: 60_000 },
  );
});
