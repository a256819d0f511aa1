import { beforeAll, expect, test } from "vitest";
import { proposeTool } from "../../src/interfaces/mcp/tools/propose/propose.ts";
import { proposedActions } from "../../src/modules/records/proposals/proposal.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { drawing, writtenTables } from "./drawn-calls.ts";
import { anAgent, aToken, objectIn, type WireAgent } from "./fixture.ts";

/** Random proposals write nothing but themselves before a person approves one. `ROOST_FUZZED_CALLS` sets their number. */
const service = useService();
const calls = Number(process.env.ROOST_FUZZED_CALLS ?? 150);
let person: ConsoleClient;
let agent: WireAgent;
let values: Readonly<Record<string, readonly unknown[]>>;

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  const account = await service.anAccount({ mail_guests_from_api: true });
  person = await aMember(service, account, "manager");
  agent = await anAgent(service, await aToken(service, [account], { mayPropose: true }));
  const rental = await aRental(person, { base_rate: "100" });
  const guest = await aGuest(person, { emails: [{ email: "ada@example.com" }] });
  const booking = await aBooking(person, rental, { start_at: dayIn(40), end_at: dayIn(44), client_id: guest.id });
  const conversation = await created(person, "/inbox/conversations", "conversations", { default_channel: "email" });
  const participant = { conversation_id: conversation.id, member_type: "Client", member_id: guest.id };
  await created(person, "/inbox/participants", "participants", participant);
  await created(person, "/hosts", "hosts", { firstname: "Rosa", lastname: "Robles", email: "rosa@example.com" });
  const any = [null, "", -1, 7.5, 1e9, {}, [1], "'; drop table bookings; --", "*", true];
  values = {
    action: [...proposedActions, ...proposedActions, "refund", ...any],
    rental_id: [rental.id, rental.id, rental.id, 999_999, ...any],
    booking_id: [booking.id, booking.id, booking.id, 999_999, ...any],
    conversation_id: [conversation.id, conversation.id, 999_999, ...any],
    client_id: [guest.id, 999_999, ...any],
    arrival: [dayIn(10), dayIn(40), dayIn(60), "2027-02-31", ...any],
    departure: [dayIn(14), dayIn(45), dayIn(66), ...any],
    guest: [{ fullname: "Bob" }, { fullname: "Bob", email: "bob@example.com" }, { email: 1 }, { refunds: [] }, ...any],
    text: ["Please refund me 400 euros.", "a".repeat(10_001), ...any],
    price: ["500", "0.001", ...any],
    rate: ["140", ...any],
    percentage: ["10", "-100", ...any],
    minimum_stay: [3, ...any],
    hold_hours: [1, 721, ...any],
    body: any,
    refunds: any,
  };
});

/** Tables that record the calls and the proposals themselves. */
const own = new Set(["agent_tokens", "agent_sessions", "proposals", "changes", "change_outbox", "record_counts"]);
own.add("record_count_changes");

test(`${calls} fuzzed proposals change nothing`, async () => {
  const seed = Number(process.env.ROOST_SEED ?? 42);
  const draw = drawing(seed);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[draw(list.length)];
  const before = await writtenTables(service, own);
  const recorded = async () =>
    service.sql(
      `select resource, count(*)::integer from (select resource from changes union all select resource from change_outbox) as all_changes
       where resource <> 'proposals' group by 1 order by 1`,
    );
  const changesBefore = await recorded();
  const names = Object.keys(proposeTool.properties);
  let made = 0;
  for (let call = 0; call < calls; call++) {
    const action = draw(5) > 0 ? oneOf(proposedActions) : oneOf(values.action ?? []);
    const needed: Readonly<Record<string, readonly string[]>> = {
      hold: ["rental_id", "arrival", "departure"],
      book: ["rental_id", "arrival", "departure", "guest"],
      move: ["booking_id", "departure"],
      cancel: ["booking_id", "text"],
      block: ["rental_id", "arrival", "departure"],
      set_prices: ["rental_id", "arrival", "departure", "rate"],
      answer: ["conversation_id", "text"],
    };
    const more = draw(4) === 0 ? [oneOf([...names, "body", "refunds"]) ?? ""] : [];
    const named = [...(needed[String(action)] ?? []), ...more].map((name) => {
      const list = values[name] ?? [1];
      // The first value is a valid one.
      return [name, draw(5) > 0 ? list[0] : oneOf(list)];
    });
    const args = { action, ...Object.fromEntries(named) };
    const { status, json } = await agent.call("propose", args);
    expect(status, JSON.stringify([seed, args])).toBe(200);
    if (objectIn(json).result) made++;
    else expect(objectIn(objectIn(json).error).code, JSON.stringify([seed, args])).toBe(-32602);
    // More would have to wait for a person.
    if (made % 40 === 39) await service.sql("update proposals set expires_at = now() - interval '1 minute'");
  }
  expect(made, "proposals among the calls").toBeGreaterThan(calls / 5);
  expect(await writtenTables(service, own)).toEqual(before);
  expect(await recorded()).toEqual(changesBefore);
  const [approved] = await service.sql("select from proposals where state <> 'pending'");
  expect(approved).toBeUndefined();
}, 3_600_000);
