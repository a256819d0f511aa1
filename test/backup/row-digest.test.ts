import { expect, test } from "vitest";
import { RowDigest } from "../../src/database/backup/row-digest.ts";

/** The digest of a text that arrives in pieces of this many bytes. */
function digestOf(text: string, piece = 1000): RowDigest {
  const digest = new RowDigest();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) digest.update(bytes.subarray(at, at + piece));
  return digest;
}

const rows = Array.from({ length: 50 }, (_, n) => `${n}\tGuest ${"ä".repeat(n)}\n`);

test("a digest of rows does not depend on their order or on chunk boundaries", () => {
  const { value } = digestOf(rows.join(""));
  expect(value).toMatch(/^[0-9a-f]{32}$/);
  expect(digestOf(rows.toReversed().join("")).value).toBe(value);
  for (const piece of [1, 2, 7, 64]) expect(digestOf(rows.join(""), piece)).toMatchObject({ value, rows: 50 });
});

test("a digest of rows differs if a row is added, missing, duplicated or changed", () => {
  const others = [rows.slice(1), [...rows, "50\t\n"], [...rows, ...rows.slice(0, 1)], rows.with(3, "3\tguest\n"), []];
  const digests = [rows, ...others].map((some) => digestOf(some.join("")).value);
  expect(new Set(digests).size).toBe(digests.length);
});
