import { beforeAll, expect, test } from "vitest";
import { tools } from "../../src/interfaces/mcp/tools/tools.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { drawing, writtenTables } from "./drawn-calls.ts";
import { anAgent, aToken, type WireAgent } from "./fixture.ts";

/** Fuzzed calls of every tool write nothing. `ROOST_FUZZED_CALLS` sets their number. */
const service = useFilledService();
const calls = Number(process.env.ROOST_FUZZED_CALLS ?? 150);
let agent: WireAgent;

beforeAll(async () => {
  const { account } = await filledFixture(service);
  agent = await anAgent(service, await aToken(service, [account]));
});

/** Tables that record the calls themselves. */
const own = new Set(["agent_tokens", "agent_sessions"]);

test(`${calls} fuzzed calls write nothing`, async () => {
  const seed = Number(process.env.ROOST_SEED ?? 42);
  const draw = drawing(seed);
  const values: readonly unknown[] = [
    ...[
      "bookings",
      "rentals",
      "clients",
      "rates_tables",
      "1",
      "2027-08-01",
      "*",
      "booked",
      "",
      "'; drop table bookings; --",
    ],
    ...[0, 1, 1001, -1, 7.5, 1e9, true, null, [], [1001], {}, { status: "Canceled" }, { op: "eq", value: 1 }],
  ];
  const before = await writtenTables(service, own);
  const outcomes = new Set<boolean>();
  for (let call = 0; call < calls; call++) {
    const all = [...tools.values()];
    const tool = all[draw(all.length)];
    const names = [...Object.keys(tool?.properties ?? {}), "dry_run", "body", "method"];
    const args = Object.fromEntries(
      Array.from({ length: draw(5) }, () => [names[draw(names.length)], values[draw(values.length)]]),
    );
    const { status, json } = await agent.call(tool?.name ?? "", args);
    expect(status, JSON.stringify([seed, tool?.name, args])).toBe(200);
    outcomes.add(JSON.stringify(json).includes('"result"'));
  }
  expect(outcomes.size, "some calls succeed and some are refused").toBe(2);
  expect(await writtenTables(service, own)).toEqual(before);
}, 3_600_000);
