import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { type Json, recordsOf } from "../harness/client.ts";
import { demoOfTheDay, useDemoService } from "../harness/demo.ts";
import { anAgent, aToken, objectIn, type WireAgent } from "./fixture.ts";

/** Asks the demo the questions from docs/guides/agents.md that have a dedicated tool. */
const service = useDemoService();
const text = await readFile(join(import.meta.dirname, "../../docs/guides/agents.md"), "utf8");
const section = text.slice(text.indexOf("## Questions with a tool of their own"));
const questions = new Map(
  [...section.matchAll(/^### (.+)\n```json\n([\s\S]*?)```/gm)].map(([, title = "", call = ""]) => [title, call]),
);

let account: number;
let agent: WireAgent;
let today: number;
let rental: number;
let guest: Json;

beforeAll(async () => {
  ({ today } = await demoOfTheDay());
  const [demo] = await service.sql("select id::integer from accounts order by id limit 1");
  account = Number(demo?.id);
  agent = await anAgent(service, await aToken(service, [account]));
  const [first] = await service.sql("select id::integer from rentals where account_id = $1 order by id limit 1", [
    account,
  ]);
  rental = Number(first?.id);
  const [known] = await service.sql(
    `select clients.id::integer, emails->0->>'email' as email, (select count(*)::integer from bookings where bookings.account_id = clients.account_id and client_id = clients.id) as stays
     from clients where account_id = $1 and emails->0->>'email' is not null order by stays desc, id limit 1`,
    [account],
  );
  guest = { ...known };
});

async function answer(title: string): Promise<Json> {
  const json = (questions.get(title) ?? "")
    .replace(/\{today([+-]\d+)?\}/g, (_, days: string | undefined) => formatDay(today + Number(days ?? 0)))
    .replace('"{rental}"', String(rental))
    .replace("{email}", String(guest.email));
  const { name, arguments: args } = objectIn(JSON.parse(json));

  const content = await agent.content(String(name), objectIn(args));
  // A few thousand tokens at about four characters each.
  expect(JSON.stringify(content).length).toBeLessThan(16_000);
  return content;
}

const rowsIn = (list: unknown) => [list].flat().map(objectIn);

describe("an agent asks the demo", () => {
  test("lists each free rental with a price, or why none is free", async () => {
    const content = await answer("What is free for four people in the week after next?");
    const rentals = rowsIn(content.rentals);
    expect(rentals.some(({ free }) => free === true)).toBe(true);
    for (const { free, price, not_free_because: why } of rentals) {
      if (free === true) expect(objectIn(price).final_price).toMatch(/^\d+\.\d{1,2}$/);
      else expect(rowsIn(why).length).toBeGreaterThan(0);
    }
  });

  test("gives reasons exactly when a rental cannot be booked", async () => {
    const content = await answer("Why can nobody book this one, and what would it cost?");
    expect(content.can_be_booked).toBe(rowsIn(content.refused_because).filter(({ words }) => words).length === 0);
    expect(objectIn(content.rental).id).toBe(rental);
  });

  test("lists seven nights per rental with their state", async () => {
    const content = await answer("Which nights are free everywhere in the next week?");
    const rows = await service.sql(
      "select id::integer from rentals where account_id = $1 and deleted_at is null order by id",
      [account],
    );
    const rentals = rowsIn(content.rentals);
    expect(rentals.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    for (const { nights } of rentals) expect(rowsIn(nights)).toHaveLength(7);
  });

  test("reports an occupancy that matches the database's count by night", async () => {
    const content = await answer("How full were we in the last ninety days, and what did it bring?");
    const [counted] = await service.sql(
      `select count(*)::integer as nights from bookings, generate_series($2::date - 90, $2::date - 1, interval '1 day') as night
       where account_id = $1 and booked and canceled_at is null and night::date <@ nights`,
      [account, formatDay(today)],
    );
    expect(objectIn(content.total).nights).toBe(counted?.nights);
    expect(rowsIn(objectIn(content.total).money).length).toBeGreaterThan(0);
  });

  test("reports revenue by channel, with every sale counted once", async () => {
    const content = await answer("Which channel brought the most in the last year?");
    const nights = rowsIn(content.rows).reduce((sum, row) => sum + Number(row.nights), 0);
    expect(nights).toBe(objectIn(content.total).nights);
    expect(nights).toBeGreaterThan(0);
  });

  test("lists every arrival of the day with guest and money due", async () => {
    const content = await answer("Who arrives tomorrow, and what is missing?");
    const rows = await service.sql(
      `select id::integer from bookings where account_id = $1 and not unavailable and canceled_at is null
         and (tentative_expires_at is null or tentative_expires_at > now()) and start_at::date = $2::date + 1`,
      [account, formatDay(today)],
    );
    expect(
      rowsIn(content.arrivals)
        .filter(({ id }) => id !== undefined)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(rows.map(({ id }) => id).sort());
    const { counts } = objectIn(content.meta);
    expect(objectIn(counts).arrivals).toBe(rows.length);
  });

  test("returns an owner statement that matches the API's", async () => {
    const content = await answer("What do I owe the owner for last month?");
    const client = await service.aClient(account);
    const [theirs] = recordsOf(await client.get(`/owner_statements?rental_id=${rental}`), "owner_statements");
    const [ours] = rowsIn(content.statements);
    expect(ours?.totals).toEqual(theirs?.totals);
    expect(rowsIn(ours?.stays).length).toBe(rowsIn(theirs?.stays).length);
  });

  test("lists open conversations whose last message is a guest's", async () => {
    const content = await answer("Who is waiting for an answer?");
    const rows = await service.sql(
      `select id::integer from conversations where account_id = $1 and closed_at is null and marked_as_spam_at is null and exists (
         select from messages join participants on participants.id = sender_id and participants.account_id = messages.account_id
         where messages.account_id = $1 and messages.conversation_id = conversations.id and visibility = 'external'
           and client_id is not null and not exists (
             select from messages as later where later.account_id = $1 and later.conversation_id = conversations.id
               and later.visibility = 'external' and (later.sent_at, later.id) > (messages.sent_at, messages.id)))`,
      [account],
    );
    expect(objectIn(content.meta).total_count).toBe(rows.length);
    const shown = rowsIn(content.conversations).filter(({ id }) => id !== undefined);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));
    for (const { guests } of shown) expect(rowsIn(guests)[0]?.name).toEqual(expect.any(String));
  });

  test("pace: matches the API's report as of that day", async () => {
    const content = await answer("Where were we at this time last year?");
    const client = await service.aClient(account);
    const period = `from=${formatDay(today - 365)}&to=${formatDay(today - 275)}&made_until=${formatDay(today - 365)}`;
    const [report] = recordsOf(await client.get(`/reports?by=month&${period}`), "reports");
    expect(objectIn(content.total).nights).toBe(objectIn(report?.total).nights);
    expect(rowsIn(content.rows).map(({ nights }) => nights)).toEqual(rowsIn(report?.rows).map(({ nights }) => nights));
  });

  test("whether a guest has been here before: lists every stay", async () => {
    const content = await answer("Has this guest been here before?");
    const [found] = rowsIn(content.guests).filter(({ id }) => id === guest.id);
    expect(found?.stays_count).toBe(guest.stays);
    expect(rowsIn(found?.stays)).toHaveLength(Number(guest.stays));
  });
});

test("docs/guides/agents.md contains these ten questions", () => {
  expect(questions.size).toBe(10);
});
