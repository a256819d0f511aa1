import { expect, onTestFinished, test } from "vitest";
import { Database } from "../../src/database/database.ts";
import { loginOf } from "../access/services.ts";
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
