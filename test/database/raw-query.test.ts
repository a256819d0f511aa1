import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { readRaw } from "../../src/database/raw-query.ts";
import { loginOf } from "../access/services.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

let client: pg.Client;

beforeEach(async () => {
  client = new pg.Client({ ...(await loginOf(service)), pipeline: true });
  await client.connect();
  onTestFinished(() => client.end());
});

const echo = { name: "echo", text: "select $1::bigint, $2::text, $3::boolean, $4::bytea, null, '{1,2}'::bigint[]" };
const values = [12, 'Zoë "quoted"', true, Buffer.from([1, 2])];
const row = ["12", 'Zoë "quoted"', "t", "\\x0102", null, "{1,2}"];

describe("Rows of raw text", () => {
  test("are the same when their statement is described, and when the connection has prepared it", async () => {
    expect(await readRaw(client, echo, values)).toEqual([row]);
    expect(await readRaw(client, echo, values)).toEqual([row]);
    expect(await readRaw(client, { text: echo.text }, values)).toEqual([row]);
  });

  test("come for each of several statements that are sent without waiting", async () => {
    const all = Array.from({ length: 20 }, (_, number) => readRaw(client, echo, [number, "", false, null]));
    expect((await Promise.all(all)).map(([first]) => first?.[0])).toEqual(
      Array.from({ length: 20 }, (_, n) => String(n)),
    );
  });

  test("are those of this run, and there may be none or many", async () => {
    const series = { name: "series", text: "select generate_series(1, $1::integer)" };
    const counts: number[] = [];
    for (const count of [2, 0, 300]) counts.push((await readRaw(client, series, [count])).length);
    expect(counts).toEqual([2, 0, 300]);
  });

  test("take values that the driver converts", async () => {
    const array = { name: "array", text: "select $1::text[]" };
    await readRaw(client, array, [["a"]]);
    expect(await readRaw(client, array, [["b", "c d"]])).toEqual([['{b,"c d"}']]);
  });

  test("are followed by those of others after a prepared statement that fails", async () => {
    const division = { name: "division", text: "select 12 / $1::integer" };
    expect(await readRaw(client, division, [4])).toEqual([["3"]]);
    await expect(readRaw(client, division, [0])).rejects.toMatchObject({ code: "22012" });
    expect(await readRaw(client, division, [6])).toEqual([["2"]]);
  });

  test("are asked for by a statement that failed when it was to be prepared, and again", async () => {
    const broken = { name: "broken", text: "select nothing from nowhere" };
    await expect(readRaw(client, broken, [])).rejects.toMatchObject({ code: "42P01" });
    await expect(readRaw(client, broken, [])).rejects.toMatchObject({ code: "42P01" });
    expect(await readRaw(client, echo, values)).toEqual([row]);
  });
});
