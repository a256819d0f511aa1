import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useBrowser } from "../web/browser-windows.ts";
import { executedGuide } from "../web/executed-guide.ts";
import { bookFirstStay } from "./first-stay.ts";
import { aReader, firstStart } from "./reader.ts";

/** A reader with a clone and its first start follows each guide from top to bottom. */
const windows = useBrowser();
let first: Awaited<ReturnType<typeof firstStart>>;
beforeAll(async () => {
  first = await firstStart();
}, 300_000);
afterAll(() => rm(first.clone, { recursive: true, force: true }));

/** The variables that the first start prints: token, URL and the days of a future stay. */
function readFrom(out: string, url: string): Record<string, string> {
  const [token = ""] = /^roost_[\w-]{43}$/m.exec(out) ?? [];
  const [, arrival = "", departure = ""] = /start_at=([\d-]{10})&end_at=([\d-]{10})/.exec(out) ?? [];
  return { ROOST: url, TOKEN: token, ARRIVAL: arrival, DEPARTURE: departure };
}

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

test.runIf(hasCurl).each<[guide: string, outcome: RegExp]>([
  ["start/getting-started.md", /"bookings":\[\{.*"firstname":"Ada"/],
  ["start/first-requests.md", /"notes":"Arrives by train"/],
  ["guides/booking-site.md", /"booking_sites":\[\{.*"address":"mill-house"/],
  ["guides/channel.md", /"rating_accurate":"4\.5"/],
  ["guides/website.md", /"cancelation_penalty":/],
  ["guides/pricing-tool.md", /"periods":\[\{/],
  ["guides/owner-report.md", /"channel_payouts":\[/],
  ["guides/webhooks.md", /"fullname":"Ada Lovelace"/],
  ["concepts/calendars.md", /"calendar_feeds":\[\{.*"kind":"import"/],
  ["guides/import.md", /^1 created, /m],
])(
  "a reader can follow %s from a fresh start to its end",
  async (guide, outcome) => {
    const reader = await aReader(first);
    const { answers, variables } = await executedGuide(guide, {
      known: readFrom(first.out, reader.url),
      cwd: reader.cwd,
    });
    expect(answers.join("\n")).toMatch(outcome);
    if (guide === "guides/booking-site.md") await bookFirstStay(reader, variables, await windows.openWithScript());
  },
  600_000,
);
