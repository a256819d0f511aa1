import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { ApiClient, type Json } from "../harness/client.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { campaign } from "./campaign.ts";
import { hostileFile } from "./files.ts";
import { changed, leaf, positionsIn, textOf, treeOf } from "./json-tree.ts";
import { Judge } from "./judge.ts";
import { LoopWatch } from "./loop-watch.ts";
import { mutated } from "./mutations.ts";
import type { FuzzedOperation } from "./operations.ts";
import { linesOf } from "./report.ts";
import { requestOf } from "./request.ts";
import { noteWrites, tablesWritten, whatIsLeft } from "./written.ts";

/** Hostile requests, derived from executed requests and the OpenAPI document, and judged by that document. */
const service = useService({ connections: 8 });

beforeAll(() => noteWrites(service));

/** No time limit, because coverage must not depend on the machine. `npm run fuzz -- --requests 100000` sends more. */
const asked = process.env.ROOST_FUZZ_REQUESTS;
const bounds = { requests: Number(asked ?? 160), seed, seconds: Number(process.env.ROOST_FUZZ_SECONDS ?? Infinity) };

test("no request causes a server error, an undocumented response, or a write despite a refusal", async () => {
  const document = (await new ApiClient(service.url, undefined).get("/openapi.json")).json;
  const findings = await campaign(service, document, bounds);
  const lines = linesOf(findings, seed);
  if (asked) process.stdout.write(`${lines.join("\n")}\n`);
  expect(findings.failures, lines.join("\n")).toEqual([]);
  expect(findings.done.size, lines.join("\n")).toBeGreaterThan(findings.reached.size / 4);
}, 36_000_000);

test("the write watch reports committed writes, except rolled-back ones and request counters", async () => {
  const other = await service.anAccount();
  await tablesWritten(service);
  await service.sql("update accounts set business_name = 'B' where id = $1", [other]);
  expect(await tablesWritten(service)).toEqual(["accounts"]);
  await service.sql(
    "do $$ begin update accounts set business_name = 'C'; raise exception 'no'; exception when others then null; end $$",
  );
  await (await service.aClient(other)).get("/rentals");
  const noted = await tablesWritten(service);
  expect(noted).not.toContain("accounts");
  expect(noted).not.toContain("request_counts");
});

test("the file watch reports a refused request's file that is neither kept nor released", async () => {
  const account = await service.anAccount();
  await whatIsLeft(service);
  const insert =
    "insert into stored_files (account_id, key, content_type, bytes, sha256) values ($1, $2, 'text/plain', 1, '')";
  await service.sql(insert, [account, "fuzz/forgotten"]);
  expect(await whatIsLeft(service)).toEqual(["stored_files"]);
  await service.sql("update stored_files set ended_at = now() where account_id = $1", [account]);
  expect(await whatIsLeft(service)).toEqual([]);
});

test("the loop watch reports a blocked event loop, but not a long wait", async () => {
  const watch = new LoopWatch();
  watch.begin();
  await pause(550);
  expect(await watch.blocked()).toBe(undefined);
  watch.begin();
  await pause(20);
  const { user } = process.threadCpuUsage();
  while (process.threadCpuUsage().user < user + 600_000) Math.sqrt(2);
  expect(await watch.blocked()).toMatch(/^blocks the event loop for \d+ ms$/);
});

test("hostile files are sent in base64 and as form parts", () => {
  const form = { name: { type: "string" }, file: { type: "string", format: "binary" } };
  const media = ["application/vnd.api+json", "multipart/form-data"];
  const operation = { method: "POST", path: "/x", ids: [], query: [], media, seed: undefined, form, responses: {} };
  const surroundings = {
    token: "",
    idOf: () => "1",
    allowed: () => "1",
    seedOf: () => ({ xs: [{ name: "a", file: "eA==" }] }),
  };
  const plain = { operation: 0, mutations: [], ids: [], query: [], unknownParameter: undefined, header: undefined };
  const unframed = { ...plain, framing: undefined };
  const [, bytes] = hostileFile(1);
  const json = requestOf({ ...unframed, parts: undefined, base64: 1 }, operation, surroundings);
  expect(JSON.parse(String(json.body))).toEqual({ xs: [{ name: "a", file: bytes.toString("base64") }] });
  const multipart = requestOf({ ...unframed, parts: [["y", 1]], base64: 1 }, operation, surroundings);
  expect(multipart.headers["content-type"]).toContain("multipart/form-data");
  expect(multipart.body?.includes(bytes)).toBe(true);
  expect(String(multipart.body)).toContain('name="file"; filename="../file.php"');
});

describe("the judge's verdict on a response", () => {
  const bookings: Json = { type: "object", required: ["bookings"], properties: { bookings: { type: "array" } } };
  const document: Json = { components: { schemas: { bookings } } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/bookings" } } };
  const operation: FuzzedOperation = {
    method: "GET",
    path: "/bookings",
    ids: [],
    query: [],
    media: [],
    seed: undefined,
    form: {},
    responses: { "200": { content }, "204": {} },
  };
  const judge = new Judge(document);

  test.each([
    [200, '{"bookings":[]}', undefined],
    [200, "{}", "answers 200 with another body than the document says:  must have required properties bookings"],
    [200, '{"bookings":1}', "answers 200 with another body than the document says: /bookings must be array"],
    [200, "<html>", "answers 200 with another body than the document says:  must be object"],
    [204, "", undefined],
    [204, "x", "answers 204 with a body"],
    [418, "{}", "answers 418, which the document does not list"],
    [500, "{}", "answers 500"],
  ])("%s %s", (status, text, fault) => {
    expect(judge.fault(operation, { status, type: "application/json", text, took: 1 }, false)).toBe(fault);
  });

  test("rejects another media type, and accepts an additional field", () => {
    const answer = { status: 200, type: "text/html; charset=utf-8", text: "{}", took: 1 };
    expect(judge.fault(operation, answer, false)).toContain("answers 200 as text/html");
    expect(judge.fault(operation, { ...answer, type: "application/json" }, true)).toBe(undefined);
  });
});

test("a mutation changes one part of a body and leaves the rest as it was written", () => {
  const tree = treeOf({ a: [1, { b: null }], c: "x" });
  expect(positionsIn(tree)).toBe(6);
  const texts = Array.from({ length: 6 }, (_, position) =>
    textOf(changed(tree, position, (name) => [[name, leaf("7")]])),
  );
  expect(texts).toEqual([
    "7",
    '{"a":7,"c":"x"}',
    '{"a":[7,{"b":null}],"c":"x"}',
    '{"a":[1,7],"c":"x"}',
    '{"a":[1,{"b":7}],"c":"x"}',
    '{"a":[1,{"b":null}],"c":7}',
  ]);
  const twice = { position: 5, kind: "double", name: "", json: "1e400" } as const;
  expect(textOf(mutated(tree, [twice]))).toBe('{"a":[1,{"b":null}],"c":"x","c":1e400}');
});
