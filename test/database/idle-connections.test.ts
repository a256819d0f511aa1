import { expect, onTestFinished, test } from "vitest";
import { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open.ts";
import { loginOf } from "../access/services.ts";
import { aDatabase, urlOf } from "../harness/databases.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

test("connections that wait for work are ended, one at work is not, and whoever comes next gets a new one", async () => {
  const database = new Database(await loginOf(service), { connections: 4 });
  onTestFinished(() => database.close());
  const process = async (): Promise<string> => {
    const [[id] = []] = await database.read({ text: "select pg_backend_pid()" }, []);
    return id ?? "";
  };
  const before = await Promise.all([process(), process(), process()]);
  expect(new Set(before).size).toBe(3);
  const transaction = database.transaction(async (open) => {
    const id = () => open.row<{ pid: number }>("select pg_backend_pid() as pid");
    const first = await id();
    await database.closeIdle();
    expect(await id()).toEqual(first);
    return String(first?.pid);
  });
  const kept = await transaction;
  const after = await Promise.all([process(), process(), process()]);
  expect(before).toContain(kept);
  expect(after.filter((id) => before.includes(id))).toEqual([kept]);
});

test("what runs the job queue gives its connections back, too", async () => {
  const own = await aDatabase();
  onTestFinished(() => own.drop());
  const opened = await openDatabase({ databaseUrl: urlOf(own.owner), dataDirectory: "" }, () => undefined);
  onTestFinished(() => opened.close());
  const { jobs } = opened;
  await Promise.all([jobs.query("select"), jobs.query("select")]);
  const atWork = await jobs.connect();
  expect(jobs.totalCount).toBe(2);
  await opened.closeIdle();
  expect(jobs.totalCount).toBe(1);
  atWork.release();
  await jobs.query("select");
  expect(jobs.totalCount).toBe(1);
});
