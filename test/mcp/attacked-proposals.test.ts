import { beforeAll, describe, expect, test } from "vitest";
import { briefPreview } from "../../src/interfaces/mcp/tools/propose/brief-preview.ts";
import { aCalendar, aFeed, days, upload } from "../feeds/factories.ts";
import type { Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, read } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aTaxOf, dayAhead } from "../rates/factories.ts";
import { anAgent, aToken, errorIn, objectIn, recordsIn, type TestToken, type WireAgent } from "./fixture.ts";

/** A proposal does nothing once anything that it relies on has changed, whoever changed it. */
let clockOffsetMs = 0;
const service = useService({ clock: () => Date.now() + clockOffsetMs });
let account: number;
let person: ConsoleClient;
let owner: ConsoleClient;
let token: TestToken;
let agent: WireAgent;

beforeAll(async () => {
  account = await service.anAccount({ mail_guests_from_api: true });
  person = await aMember(service, account, "manager");
  owner = await aMember(service, account, "owner");
  token = await aToken(service, [account], { mayPropose: true });
  agent = await anAgent(service, token);
});

const stay = { arrival: dayAhead(40), departure: dayAhead(44) };
const proposedBy = async (by: WireAgent, args: Json): Promise<Json> =>
  objectIn((await by.content("propose", args)).proposal);
const proposed = (args: Json) => proposedBy(agent, args);
const approve = (id: unknown, by = person) => by.post(`/proposals/${id}/approve`);
const bookings = async (rental: Json) =>
  recordsIn((await person.get(`/bookings?rental_id=${rental.id}&include_canceled=true`)).json, "bookings");
const house = (more: Json = {}) => aRental(person, { base_rate: "100", ...more });

/** Refused, and the rental has as many bookings as before. */
async function refused({ id }: Json, rental: Json, sentence: string): Promise<void> {
  const before = (await bookings(rental)).length;
  const { status, text } = await approve(id);
  expect([status, text]).toEqual([422, expect.stringContaining(sentence)]);
  expect(await bookings(rental)).toHaveLength(before);
}

describe("the agent's person", () => {
  const owned = async (): Promise<{ own: TestToken; by: WireAgent; user: unknown }> => {
    const own = await aToken(service, [account], { mayPropose: true });
    const [row] = await service.sql("select user_id::integer as user from agent_tokens where id = $1", [own.id]);
    return { own, by: await anAgent(service, own), user: row?.user };
  };

  test.each([
    [
      "lost the role for it",
      "update memberships set role = 'viewer' where account_id = $1 and user_id = $2",
      "whose role no longer allows it",
    ],
    ["left the account", "delete from memberships where account_id = $1 and user_id = $2", "whose token has ended"],
  ])("%s before the approval", async (_, sql, sentence) => {
    const { by, user } = await owned();
    const rental = await house();
    const proposal = await proposedBy(by, { action: "book", rental_id: rental.id, ...stay });
    await service.sql(sql, [account, user]);
    await refused(proposal, rental, sentence);
  });

  test("no longer has a token for the account", async () => {
    const { own, by } = await owned();
    const rental = await house();
    const proposal = await proposedBy(by, { action: "block", rental_id: rental.id, ...stay });
    await service.sql("delete from agent_token_accounts where agent_token_id = $1", [own.id]);
    await refused(proposal, rental, "whose token has ended");
  });

  test("has a token that expired before the approval", async () => {
    const { own, by } = await owned();
    const rental = await house();
    const proposal = await proposedBy(by, { action: "block", rental_id: rental.id, ...stay });
    await service.sql("update agent_tokens set expires_at = now() - interval '1 second' where id = $1", [own.id]);
    await refused(proposal, rental, "whose token has ended");
  });
});

describe("a proposed booking does nothing once", () => {
  const stale = "has changed since the agent proposed it";
  const changes: readonly (readonly [string, (rental: Json) => Promise<unknown>, string])[] = [
    [
      "the rental's cancelation policy is stricter",
      (rental) =>
        created(person, `/rentals/${rental.id}/rental_cancelation_policies`, "rental_cancelation_policies", {
          rental_cancelation_policy_items: [{ eligible_days: 60, penalty_percentage: "100" }],
        }),
      stale,
    ],
    [
      "a tax applies",
      async (rental) => {
        const tax = await aTaxOf(person, { name_en: `Tax ${rental.id}`, percentage: "10" });
        await created(person, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
          tax_id: tax.id,
          tax_included_in_rate: false,
        });
      },
      stale,
    ],
    [
      "the deposit is higher",
      (rental) => person.put(`/rentals/${rental.id}`, { rentals: [{ damage_deposit: "900" }] }),
      stale,
    ],
    [
      "an imported calendar closes its nights",
      async (rental) => {
        const feed = await aFeed(person, rental, { kind: "import" });
        await upload(service, person, feed, aCalendar(days(`x${rental.id}`, 42, 46)));
      },
      "the nights are taken",
    ],
    ["the rental is gone", (rental) => owner.delete(`/rentals/${rental.id}`), "not_found"],
  ];

  test.each(changes)("%s", async (_, change, sentence) => {
    const rental = await house();
    const proposal = await proposed({ action: "book", rental_id: rental.id, ...stay });
    await change(rental);
    const { status, text } = await approve(proposal.id);
    expect([status, text]).toEqual([expect.any(Number), expect.stringContaining(sentence)]);
    expect(status).toBeGreaterThanOrEqual(400);
    const left = await service.sql("select from bookings where account_id = $1 and rental_id = $2 and booked", [
      account,
      rental.id,
    ]);
    expect(left).toEqual([]);
  });

  test("another proposal has taken its nights", async () => {
    const rental = await house();
    const one = await proposed({ action: "book", rental_id: rental.id, ...stay });
    const other = await proposed({ action: "hold", rental_id: rental.id, ...stay });
    expect((await approve(one.id)).status).toBe(200);
    await refused(other, rental, "the nights are taken");
  });
});

test("a hold that expires is neither moved nor canceled, swept or not", async () => {
  for (const swept of [false, true]) {
    const rental = await house();
    const hold = await aBooking(person, rental, {
      ...{ booked: false, start_at: dayAhead(40), end_at: dayAhead(44) },
      tentative_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const move = await proposed({ action: "move", booking_id: hold.id, departure: dayAhead(46) });
    await service.sql(
      "update bookings set tentative_expires_at = now() - interval '1 second' where account_id = $1 and id = $2",
      [account, hold.id],
    );
    if (swept) await service.sql("select expire_holds()");
    const { status, text } = await approve(move.id);
    expect([swept, status, text]).toEqual([swept, expect.any(Number), expect.any(String)]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(String((await read(person, "bookings", hold.id)).end_at)).toContain(dayAhead(44));
  }
});

test("a repeated approval answers the same and books once", async () => {
  const rental = await house();
  const proposal = await proposed({ action: "book", rental_id: rental.id, ...stay });
  const answers = [
    await approve(proposal.id),
    await approve(proposal.id),
    await person.post(`/proposals/${proposal.id}/reject`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
  expect(await bookings(rental)).toHaveLength(1);
});

test("of an approval and a rejection at once, one counts", async () => {
  const rental = await house();
  const proposal = await proposed({ action: "book", rental_id: rental.id, ...stay });
  const other = await aMember(service, account, "owner");
  const [approved, rejected] = await Promise.all([
    approve(proposal.id),
    other.post(`/proposals/${proposal.id}/reject`),
  ]);
  expect([approved.status, rejected.status].toSorted()).toEqual([200, 422]);
  expect(await bookings(rental)).toHaveLength(approved.status === 200 ? 1 : 0);
});

test("a proposal expires in the second in which ten minutes have passed", async () => {
  const rental = await house();
  const proposal = await proposed({ action: "block", rental_id: rental.id, ...stay });
  const expires = Date.parse(String(proposal.expires_at));
  // The answer's time has whole seconds.
  clockOffsetMs = expires + 1000 - Date.now();
  try {
    await refused(proposal, rental, "has expired");
  } finally {
    clockOffsetMs = 0;
  }
});

describe("giant and malformed requests", () => {
  const long = "x".repeat(300_000);
  test.each<[string, Json]>([
    ["a reason", { action: "block", reason: long }],
    ["a guest's name", { action: "book", guest: { fullname: long } }],
    ["a guest's address", { action: "book", guest: { fullname: "Bob", email: `${long}@example.com` } }],
    ["a guest's phone", { action: "book", guest: { fullname: "Bob", phone: "1".repeat(300_000) } }],
    ["a price", { action: "book", price: "9".repeat(300_000) }],
    ["nested objects", { action: "book", guest: JSON.parse(`${'{"fullname":'.repeat(500)}1${"}".repeat(500)}`) }],
    ["a list of guests", { action: "book", guest: Array.from({ length: 50_000 }, () => ({ fullname: "Bob" })) }],
    ["a number of adults", { action: "book", adults: 1e15 }],
    ["a stay of centuries", { action: "block", departure: "9999-12-31" }],
    ["a half surrogate", { action: "book", guest: { fullname: "\ud800" } }],
    ["a null character", { action: "book", guest: { fullname: "a\0b" } }],
    ["a prototype", { action: "book", guest: JSON.parse('{"fullname":"Bob","__proto__":{"refunds":[]}}') }],
  ])("refuses %s, with a short answer", async (_, more) => {
    const rental = await house();
    const answer = await agent.call("propose", { rental_id: rental.id, ...stay, ...more });
    // Too deep and too many values are refused before the tool.
    expect([-32602, -32600], answer.text.slice(0, 300)).toContain(errorIn(answer).code);
    expect(answer.text.length).toBeLessThan(2000);
    expect(
      await service.sql("select from proposals where account_id = $1 and path like $2", [
        account,
        `/rentals/${rental.id}/%`,
      ]),
    ).toEqual([]);
  });
});

test("a message to a guest is shown whole to the person and cut for the agent, and moves no money", async () => {
  const guest = await aGuest(person, { emails: [{ email: "eve@example.com" }] });
  const booking = await aBooking(person, await house(), {
    ...{ client_id: guest.id, booked: true },
    ...{ start_at: dayAhead(60), end_at: dayAhead(63) },
  });
  const payments = () =>
    service.sql("select id, canceled_at from payments where account_id = $1 order by id", [account]);
  const before = await payments();
  const text = `Dear guest, ${"we refund everything. ".repeat(440)}The end.`;
  const answer = await agent.call("propose", { action: "cancel", booking_id: booking.id, text });
  const { proposal, changes } = objectIn(objectIn(objectIn(answer.json).result).structuredContent);
  expect(JSON.stringify({ proposal, changes }).length).toBeLessThan(8000);
  expect(JSON.stringify(changes)).toContain("Dear guest, we refund");
  const { id } = objectIn(proposal);
  const [shown] = recordsIn((await person.get(`/proposals/${id}`)).json, "proposals");
  expect(JSON.stringify(shown?.changes)).toContain("The end.");
  expect((await approve(id)).status).toBe(200);
  expect(await payments()).toEqual(before);
});

test("a proposal of many changes names as many as fit, and counts the others", async () => {
  const changes = Array.from({ length: 100 }, (_, index) => ({
    ...{ resource: "bookings", record_id: index + 1, operation: "updated" },
    changes: { notes: ["", "x".repeat(1000)] },
  }));
  const notices = Array.from({ length: 100 }, (_, index) => ({ kind: "mail" as const, to: `a${index}@example.com` }));
  const brief = objectIn(briefPreview({ changes, notices, price: null, guest: null }));
  expect(JSON.stringify(brief).length).toBeLessThan(7600);
  const shown = { changes: recordsIn(brief, "changes").length, notices: recordsIn(brief, "notices").length };
  expect(brief.meta).toEqual({ left_out: { changes: 100 - shown.changes, notices: 100 - shown.notices } });
  expect(shown.changes).toBeGreaterThan(5);
});
