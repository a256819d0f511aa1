import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { pipelineOf } from "../../src/database/sql/pipeline.ts";
import type { Statement } from "../../src/database/sql/statement.ts";
import { loginOf } from "../access/services.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

let client: pg.Client;

const rowsOf = async (statement: Statement, values: readonly unknown[]) =>
  (await pipelineOf(client).send(statement, values)).rows;

beforeEach(async () => {
  client = new pg.Client({ ...(await loginOf(service)), pipeline: true });
  await client.connect();
  onTestFinished(() => client.end());
});

const echo = { name: "echo", text: "select $1::bigint, $2::text, $3::boolean, $4::bytea, null, '{1,2}'::bigint[]" };
const values = [12, 'Zoë "quoted"', true, Buffer.from([1, 2])];
const row = ["12", 'Zoë "quoted"', "t", "\\x0102", null, "{1,2}"];

describe("raw rows of a pipeline", () => {
  test("are the same on the first run and when the statement is already prepared", async () => {
    expect(await rowsOf(echo, values)).toEqual([row]);
    expect(await rowsOf(echo, values)).toEqual([row]);
    expect(await rowsOf({ text: echo.text }, values)).toEqual([row]);
  });

  test("are returned for each of several pipelined statements", async () => {
    const all = Array.from({ length: 20 }, (_, number) => rowsOf(echo, [number, "", false, null]));
    expect((await Promise.all(all)).map(([first]) => first?.[0])).toEqual(
      Array.from({ length: 20 }, (_, n) => String(n)),
    );
  });

  test("are those of the current run, whether none or many", async () => {
    const series = { name: "series", text: "select generate_series(1, $1::integer)" };
    const counts: number[] = [];
    for (const count of [2, 0, 300]) counts.push((await rowsOf(series, [count])).length);
    expect(counts).toEqual([2, 0, 300]);
  });

  test("are empty for a statement that returns no rows", async () => {
    expect(await pipelineOf(client).send({ text: "create temporary table empty ()" }, [])).toEqual({
      columns: [],
      rows: [],
      command: "CREATE",
      count: 0,
    });
  });

  test("are returned for values that the driver converts", async () => {
    const array = { name: "array", text: "select $1::text[]" };
    await rowsOf(array, [["a"]]);
    expect(await rowsOf(array, [["b", "c d"]])).toEqual([['{b,"c d"}']]);
  });

  test("are still returned after a prepared statement failed", async () => {
    const division = { name: "division", text: "select 12 / $1::integer" };
    expect(await rowsOf(division, [4])).toEqual([["3"]]);
    await expect(rowsOf(division, [0])).rejects.toMatchObject({ code: "22012" });
    expect(await rowsOf(division, [6])).toEqual([["2"]]);
  });

  test("are still returned after a statement failed to prepare twice", async () => {
    const broken = { name: "broken", text: "select nothing from nowhere" };
    await expect(rowsOf(broken, [])).rejects.toMatchObject({ code: "42P01" });
    await expect(rowsOf(broken, [])).rejects.toMatchObject({ code: "42P01" });
    expect(await rowsOf(echo, values)).toEqual([row]);
  });
});

describe("pipelined statements", () => {
  const division = { name: "division", text: "select 12 / $1::integer as share" };

  test("each get their own columns, rows and counts", async () => {
    const pipeline = pipelineOf(client);
    const series = { name: "series", text: "select generate_series(1, $1::integer) as number" };
    await Promise.all([pipeline.send(division, [4]), pipeline.send(series, [1])]);
    const answers = await Promise.all([
      pipeline.send(division, [6]),
      pipeline.send(series, [3]),
      pipeline.send(series, [0]),
    ]);
    expect(answers).toMatchObject([
      { columns: [{ name: "share" }], rows: [["2"]], command: "SELECT", count: 1 },
      { columns: [{ name: "number" }], rows: [["1"], ["2"], ["3"]], count: 3 },
      { columns: [{ name: "number" }], rows: [], count: 0 },
    ]);
  });

  test("are not executed after one that fails in a transaction, and earlier ones report their results", async () => {
    const pipeline = pipelineOf(client);
    const note = { name: "note", text: "insert into noted values ($1)" };
    await client.query("create temporary table noted (number integer)");
    await pipeline.send(note, [1]);
    await pipeline.send(division, [1]);
    await pipeline.send({ text: "begin" }, []);
    const sent = [pipeline.send(note, [2]), pipeline.send(division, [0]), pipeline.send(note, [3])];
    const [before, failed, behind] = await Promise.allSettled(sent);
    expect(before).toMatchObject({ status: "fulfilled", value: { command: "INSERT", count: 1 } });
    expect(failed).toMatchObject({ status: "rejected", reason: { code: "22012" } });
    expect(behind).toMatchObject({ status: "rejected", reason: { code: "25P02" } });
    await pipeline.send({ text: "rollback" }, []);
    expect(await rowsOf({ text: "select number from noted" }, [])).toEqual([["1"]]);
  });

  test("are executed in order, prepared or not", async () => {
    const pipeline = pipelineOf(client);
    const note = { name: "note", text: "insert into noted values ($1) returning (select count(*) from noted)" };
    await client.query("create temporary table noted (number integer)");
    await pipeline.send(note, [1]);
    const answers = await Promise.all([
      pipeline.send(note, [2]),
      pipeline.send({ text: "select count(*) from noted" }, []),
      pipeline.send(note, [3]),
    ]);
    expect(answers.map(({ rows }) => rows)).toEqual([[["1"]], [["2"]], [["2"]]]);
  });

  test("all fail if the connection breaks before they are answered", async () => {
    const pipeline = pipelineOf(client);
    client.on("error", () => undefined);
    const end = { name: "end", text: "select pg_terminate_backend(pg_backend_pid()) where $1" };
    await Promise.all([pipeline.send(end, [false]), pipeline.send(division, [1])]);
    const broken = await Promise.allSettled([pipeline.send(end, [true]), pipeline.send(division, [1])]);
    expect(broken.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
