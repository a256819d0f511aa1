import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { RecurringJob } from "../../src/app/jobs/recurring.ts";
import { until } from "../harness/until.ts";
import { aPlace, type Place } from "./fixture.ts";

const often = { seconds: 0.03 };

/** Recurring work that counts its runs. */
function aTick(every: RecurringJob["every"] = often, work: RecurringJob["run"] = async () => undefined) {
  const counted = { turns: 0 };
  const job: RecurringJob = {
    name: "tick",
    every,
    run(turn) {
      counted.turns++;
      return work(turn);
    },
  };
  return { job, counted };
}

const rows = (place: Place) => place.sql("select key, attempts, locked_by from graphile_worker._private_jobs");

describe("work that recurs more often than once a minute", () => {
  test("runs in one of several processes, and in another when that one ends", async () => {
    const place = await aPlace();
    const [first, second] = [aTick(), aTick()];
    const stop = place.run({ recurring: [first.job] });
    await until(() => first.counted.turns > 0);
    place.run({ recurring: [second.job] });
    const turns = first.counted.turns;
    await until(() => first.counted.turns > turns + 20);
    expect(second.counted.turns).toBe(0);
    expect(await rows(place)).toHaveLength(1);
    await stop();
    const last = first.counted.turns;
    await until(() => second.counted.turns > 2);
    expect(first.counted.turns).toBe(last);
    expect(await rows(place)).toHaveLength(1);
  });

  test("runs again after a failure, which is logged with its name", async () => {
    const place = await aPlace();
    const logged: { job?: string; err?: { message: string } }[] = [];
    const sink = new Writable({
      write(line, _, done) {
        logged.push(JSON.parse(String(line)));
        done();
      },
    });
    const failing = aTick(often, async ({ report }) => {
      report("piece 7", new Error("The piece was bad."));
      throw new Error("It did not work.");
    });
    const others = aTick();
    place.run({
      recurring: [failing.job, { ...others.job, name: "tock" }],
      logger: pino({ level: "error" }, sink),
    });
    await until(() => failing.counted.turns > 2 && others.counted.turns > 2);
    const errors = logged.map(({ job, err }) => [job, err?.message]);
    expect(errors.slice(0, 2)).toEqual([
      ["piece 7", "The piece was bad."],
      ["tick", "It did not work."],
    ]);
    expect(errors.flat()).not.toContain("tock");
  });

  test("does not overlap with itself and delays no other work", async () => {
    const place = await aPlace();
    const slow = aTick(often, ({ signal }) => new Promise((end) => signal.addEventListener("abort", end)));
    const others = aTick();
    const stop = place.run({ recurring: [slow.job, { ...others.job, name: "tock" }] });
    await until(() => others.counted.turns > 10);
    expect(slow.counted.turns).toBe(1);
    await stop();
    expect(await rows(place)).toEqual([{ key: "recurring:frequent work", attempts: 0, locked_by: null }]);
  });

  test("restarts when its job is missing from the queue or was postponed", async () => {
    const place = await aPlace();
    const pace = { checkIntervalMs: 30, deadAfterMs: 60_000, maxClaimMs: 60_000 };
    await place.sql(
      "select graphile_worker.add_job('frequent work', job_key => 'recurring:frequent work', run_at => now() + interval '6 hours')",
    );
    const putOff = aTick();
    const stop = place.run({ recurring: [putOff.job], pace });
    await until(() => putOff.counted.turns > 0);
    await stop();
    await place.sql("delete from graphile_worker._private_jobs");
    const lost = aTick();
    place.run({ recurring: [lost.job], pace });
    await until(() => lost.counted.turns > 0);
  });

  test("is counted by name, with its last error", async () => {
    const place = await aPlace();
    const failing = aTick(often, async () => {
      if (failing.counted.turns === 2) throw new Error("It did not work.");
    });
    const stop = place.run({ recurring: [failing.job] });
    await until(() => failing.counted.turns > 2);
    await stop();
    expect(await place.sql("select name, runs, failures, last_error from job_runs")).toEqual([
      { name: "tick", runs: String(failing.counted.turns), failures: "1", last_error: "It did not work." },
    ]);
  });
});

describe("work with a cron pattern", () => {
  /** Every hour, two minutes ago. */
  const justMissed = () => ({ cron: `${new Date(Date.now() - 120_000).getUTCMinutes()} * * * *` });

  test("runs once at start for missed times, however many processes start", async () => {
    const place = await aPlace();
    await place.sql(
      "insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('tick', now() - interval '1 day')",
    );
    const every = justMissed();
    const [first, second] = [aTick(every), aTick(every)];
    const stops = [place.run({ recurring: [first.job] }), place.run({ recurring: [second.job] })];
    await until(() => first.counted.turns + second.counted.turns > 0);
    await until(async () => (await rows(place)).length === 0);
    await Promise.all(stops.map((stop) => stop()));
    expect(first.counted.turns + second.counted.turns).toBe(1);
  });

  test("is resumed by another process if its own stops during it", async () => {
    const place = await aPlace();
    const every = { cron: "0 0 1 1 *" };
    const cut = aTick(every, ({ signal }) => new Promise((end) => signal.addEventListener("abort", end)));
    const other = aTick(every);
    const stop = place.run({ recurring: [cut.job] });
    await place.sql("select graphile_worker.add_job('tick', job_key => 'recurring:tick')");
    await until(() => cut.counted.turns === 1);
    await stop();
    place.run({ recurring: [other.job] });
    await until(() => other.counted.turns === 1);
    await until(async () => (await rows(place)).length === 0);
  });
});
