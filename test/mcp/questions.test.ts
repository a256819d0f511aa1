import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import type { Json } from "../harness/client.ts";
import { demoOfTheDay, useDemoService } from "../harness/demo.ts";
import { anAgent, aToken, objectIn, recordsIn, type TestToken, type WireAgent } from "./fixture.ts";

/** Runs docs/guides/agents.md as written: its commands and its ten questions. */
const service = useDemoService();
const text = await readFile(join(import.meta.dirname, "../../docs/guides/agents.md"), "utf8");

let account: number;
let token: TestToken;
let agent: WireAgent;
let today: number;

beforeAll(async () => {
  ({ today } = await demoOfTheDay());
  const [demo] = await service.sql("select id::integer from accounts order by id limit 1");
  account = Number(demo?.id);
  token = await aToken(service, [account]);
  agent = await anAgent(service, token);
});

/** The calls under one heading of the page. */
const lists = text.slice(0, text.indexOf("## Questions with a tool of their own"));
const questions = [...lists.matchAll(/^### (.+)\n```json\n([\s\S]*?)```/gm)].map(
  ([, title = "", call = ""]) => [title, call] as const,
);

function callOf(json: string): { name: string; args: Json } {
  const dated = json.replace(/\{today([+-]\d+)?\}/g, (_, days: string | undefined) =>
    formatDay(today + Number(days ?? 0)),
  );
  const { name, arguments: args } = objectIn(JSON.parse(dated));
  return { name: String(name), args: objectIn(args) };
}

/** Expected answers, read from the database: ids in ascending order. `$2` is today. */
const live = "canceled_at is null and (tentative_expires_at is null or tentative_expires_at > now())";
const truths: Readonly<Record<string, string>> = {
  "Who arrives in the next two weeks?": `select id from bookings where account_id = $1 and booked and ${live} and start_at >= $2::date and start_at < $2::date + 14`,
  "Which rentals sleep eight or more and have a pool?": `select id from rentals where account_id = $1 and deleted_at is null and sleeps >= 8 and exists (
     select from rentals_amenities join amenities on amenities.id = amenity_id and amenities.key = 'pool'
     where rentals_amenities.account_id = $1 and rentals_amenities.rental_id = rentals.id and rentals_amenities.deleted_at is null)`,
  "What did the stays of the last ninety days bring?": `select id from bookings where account_id = $1 and booked and ${live} and end_at >= $2::date - 90 and end_at < $2::date`,
  "Which stays were canceled in the last year, and why?":
    "select id from bookings where account_id = $1 and coalesce(canceled_at, case when tentative_expires_at <= now() then tentative_expires_at end) >= $2::date - 365",
  "Which holds are still waiting to be confirmed, and until when?": `select id from bookings where account_id = $1 and not booked and not unavailable and ${live} and end_at > $2::date`,
  "Which upcoming guests have not paid everything?": `select id from bookings where account_id = $1 and booked and ${live} and end_at >= $2::date and final_price - paid_amount > 0`,
  "To which guests do we write in German or Italian?":
    "select id from clients where account_id = $1 and preferred_locale in ('de', 'it')",
  "Which bedrooms have bunk beds?":
    "select id from bedrooms where account_id = $1 and deleted_at is null and bunk_beds_count > 0",
  "What does the cleaning cost at each rental?": `select rentals_fees.id from rentals_fees join fees using (account_id) where account_id = $1 and fees.id = fee_id
     and rentals_fees.archived_at is null and fees.name::text ilike '%cleaning%'`,
  "What was noted about wine?":
    "select id from booking_comments where account_id = $1 and deleted_at is null and content ilike '%wine%'",
};

describe("ten example questions about the demo", () => {
  test("are ten, each with an expected answer", () => {
    expect(questions.map(([title]) => title)).toEqual(Object.keys(truths));
    expect(questions).toHaveLength(10);
  });

  test.each(questions)("%s", async (title, json) => {
    const { name, args } = callOf(json);
    const truth = `${truths[title]}${truths[title]?.includes("$2") ? "" : " and $2::date is not null"} order by 1`;
    const idsInTruth = async () => (await service.sql(truth, [account, formatDay(today)])).map(({ id }) => Number(id));
    let [before, content, after] = [await idsInTruth(), await agent.content(name, args), await idsInTruth()];
    // A stay may end or a hold expire meanwhile. Then the test asks again.
    if (String(before) !== String(after)) {
      [before, content, after] = [after, await agent.content(name, args), await idsInTruth()];
    }
    const answered = recordsIn(content, String(args.resource));
    expect(answered.map(({ id }) => id)).toEqual(after);
    expect(objectIn(content.meta).total_count).toBe(after.length);
    expect(after.length, "the demo has something to answer").toBeGreaterThan(0);
    for (const record of answered) expect(Object.keys(record).sort()).toEqual([args.fields].flat().map(String).sort());
  });
});

describe("the rest of docs/guides/agents.md", () => {
  test("the manual commands work as written", async () => {
    const [line = ""] = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command]) => command);
    const { stdout } = await promisify(execFile)("sh", ["-c", line], {
      env: { ...process.env, ROOST: service.url, AGENT_TOKEN: token.token },
    });
    const { structuredContent } = objectIn(objectIn(JSON.parse(stdout)).result);
    expect(objectIn(objectIn(structuredContent).meta).total_count).toBe(9);
  });

  test("every filter of the table works", async () => {
    const resources: Readonly<Record<string, string>> = { sleeps: "rentals", amenities: "rentals" };
    const rows = [...text.matchAll(/^\| ((?:`\{.+\}`(?:, )?)+) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`(\{.+?\})`(?=,| |$)/g)].map(([, filter = ""]) => filter),
    );
    expect(rows).toHaveLength(9);
    for (const row of rows) {
      const filter = objectIn(JSON.parse(row));
      const resource = resources[Object.keys(filter)[0] ?? ""] ?? "bookings";
      expect(await agent.content("api_v3_list", { resource, filter }), row).toHaveProperty(resource);
    }
  });

  test("the table lists exactly the existing tools", async () => {
    const { tools } = objectIn(objectIn((await agent.request("tools/list")).json).result);
    const named = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual([tools].flat().map((tool) => objectIn(tool).name));
  });
});
