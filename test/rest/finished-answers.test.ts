import { gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { FinishedAnswers } from "../../src/interfaces/rest/finished-answers.ts";

const bounds = { mostBytes: 4000, most: 5000, unused: 60_000 };
const named = (name: string) => ({ name, coding: undefined });

async function* pieces(text: string, size = 100): AsyncGenerator<Buffer> {
  for (let from = 0; from < text.length; from += size) yield Buffer.from(text.slice(from, from + size));
}

async function write(answers: FinishedAnswers, name: string, text: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const piece of answers.keeping(named(name), pieces(text))) parts.push(piece);
  return Buffer.concat(parts).toString();
}

const kept = async (answers: FinishedAnswers, name: string) => (await answers.find(named(name)))?.toString();

afterEach(() => vi.useRealTimers());

test("an answer is passed on as it comes, and kept when it has come to its end", async () => {
  const answers = new FinishedAnswers(bounds);
  expect(await kept(answers, "a")).toBeUndefined();
  expect(await write(answers, "a", "x".repeat(950))).toBe("x".repeat(950));
  expect(await kept(answers, "a")).toBe("x".repeat(950));
  expect(answers.bytes).toBe(950);
});

test("an answer that is broken off, or fails, is not kept and holds no bytes", async () => {
  const answers = new FinishedAnswers(bounds);
  for await (const piece of answers.keeping(named("a"), pieces("x".repeat(950)))) if (piece.length > 0) break;
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from("x");
    throw new Error("no more");
  }
  await expect(async () => {
    for await (const piece of answers.keeping(named("b"), failing())) expect(piece.length).toBe(1);
  }).rejects.toThrow("no more");
  expect([await kept(answers, "a"), await kept(answers, "b"), answers.bytes]).toEqual([undefined, undefined, 0]);
  // Nor is it in the way of the next one.
  await write(answers, "a", "whole");
  expect(await kept(answers, "a")).toBe("whole");
});

test("answers never hold more bytes than they may: the one that was asked for longest ago goes first", async () => {
  const answers = new FinishedAnswers(bounds);
  for (const name of ["a", "b", "c", "d"]) await write(answers, name, name.repeat(1000));
  expect(answers.bytes).toBe(4000);
  expect(await kept(answers, "a")).toBe("a".repeat(1000));
  await write(answers, "e", "e".repeat(500));
  expect(answers.bytes).toBe(3500);
  expect(await kept(answers, "b")).toBeUndefined();
  for (const name of ["a", "c", "d"]) expect(await kept(answers, name)).toBe(name.repeat(1000));
});

test("an answer of more than a quarter of all is passed on whole, and not kept", async () => {
  const answers = new FinishedAnswers(bounds);
  expect(await write(answers, "a", "x".repeat(1001))).toHaveLength(1001);
  expect([await kept(answers, "a"), answers.bytes]).toEqual([undefined, 0]);
});

test("answers that are being written count too, and one that finds no room is passed on", async () => {
  const answers = new FinishedAnswers(bounds);
  const underway = ["a", "b", "c", "d", "e"].map((name) => answers.keeping(named(name), pieces("x".repeat(900), 900)));
  for (const answer of underway) expect((await answer.next()).value?.length).toBe(900);
  expect(answers.bytes).toBe(3600);
  for (const answer of underway) expect((await answer.next()).done).toBe(true);
  expect(await Promise.all(["a", "b", "c", "d", "e"].map((name) => kept(answers, name)))).toEqual([
    ...Array<string>(4).fill("x".repeat(900)),
    undefined,
  ]);
});

test("of two that write the same answer one keeps it, and both are given all of it", async () => {
  const answers = new FinishedAnswers(bounds);
  expect(await Promise.all([write(answers, "a", "x".repeat(950)), write(answers, "a", "x".repeat(950))])).toEqual([
    "x".repeat(950),
    "x".repeat(950),
  ]);
  expect(answers.bytes).toBe(950);
});

test("an answer is compressed when it is first asked for so, once", async () => {
  const answers = new FinishedAnswers(bounds);
  await write(answers, "a", "x".repeat(950));
  const [one, other] = await Promise.all([1, 2].map(() => answers.find({ name: "a", coding: "gzip" })));
  expect(one).toBe(other);
  expect(await answers.find({ name: "a", coding: "gzip" })).toBe(one);
  expect(gunzipSync(one ?? "").toString()).toBe("x".repeat(950));
  expect(answers.bytes).toBe(950 + (one?.length ?? 0));
});

test("an answer that nobody asks for goes after a while", async () => {
  vi.useFakeTimers();
  const answers = new FinishedAnswers(bounds);
  await write(answers, "a", "x");
  await write(answers, "b", "x");
  vi.advanceTimersByTime(59_000);
  expect(await kept(answers, "b")).toBe("x");
  vi.advanceTimersByTime(2000);
  expect([await kept(answers, "a"), await kept(answers, "b")]).toEqual([undefined, "x"]);
  vi.advanceTimersByTime(180_000);
  expect(answers.bytes).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("answers never are more than five thousand, however small", async () => {
  const answers = new FinishedAnswers({ mostBytes: 1_000_000, most: 5000, unused: 60_000 });
  for (let number = 0; number <= 5000; number++) await write(answers, String(number), "x");
  expect([await kept(answers, "0"), await kept(answers, "1"), await kept(answers, "5000")]).toEqual([
    undefined,
    "x",
    "x",
  ]);
  expect(answers.bytes).toBe(5000);
});
