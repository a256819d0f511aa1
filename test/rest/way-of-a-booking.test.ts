import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StatementRun, statementChannel } from "../../src/database/sql/statement-channel.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

const service = useService();
const root = join(import.meta.dirname, "../..");

/** The files of `src` in a stack from `createBooking` on. */
function filesOf(stack: string): string[] {
  const operation = stack.slice(stack.indexOf("createBooking"));
  return [...operation.matchAll(/\/src\/([\w/-]+\.ts):\d+/g)].flatMap(([, file]) => file ?? []);
}

test("few files pass a booking's request on to its operation, and the page about writes lists them", async () => {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  const stacks: string[] = [];
  const note = (message: unknown): void => {
    if (message instanceof StatementRun && message.statement.text.includes("insert into bookings ("))
      stacks.push(String(new Error("here").stack));
  };
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  statementChannel.start.subscribe(note);
  onTestFinished(() => {
    Error.stackTraceLimit = limit;
    statementChannel.start.unsubscribe(note);
  });
  await aBooking(client, rental, {});
  // Fastify calls the first two before the first asynchronous step, which a stack does not show.
  const way = new Set(["app/http-app.ts", "interfaces/rest/api.ts", ...filesOf(stacks[0] ?? "")]);
  expect([...way]).toContain("modules/stays/bookings/create/create-booking.ts");
  expect(way.size).toBeLessThanOrEqual(8);
  const page = await readFile(join(root, "docs/design/writes.md"), "utf8");
  const [, listed = ""] = /From the socket to `createBooking`[^:]*: ([^\n]+(?:\n[^\n]+)*)/.exec(page) ?? [];
  expect(new Set([...listed.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file))).toEqual(way);
});
