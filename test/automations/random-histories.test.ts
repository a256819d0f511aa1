import { expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental, changing, created, linksOf } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { aRule, aTemplate, daysPass, performed } from "./fixture.ts";
import { Twin, type TwinInquiry, type TwinRule, type TwinStay } from "./twin.ts";

/**
 * Random histories of bookings, inquiries and rules under a moving clock, against a naive twin: no mail is missing, none is sent twice, and
 * none for a canceled stay or a booked inquiry. Worlds are accounts, and some of them live side by side. `ROOST_AUTOMATION_BOOKINGS=10000` tries more.
 */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const bookings = Number(process.env.ROOST_AUTOMATION_BOOKINGS ?? 100);
const bookingsOfWorld = 50;
const daysOfWorld = 14;
const worldsAtOnce = 10;

/** Mulberry32. */
function drawing(from: number) {
  let state = from >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    chance: (share: number) => next() < share,
    oneOf: <T>(...items: readonly T[]): T | undefined => items[below(items.length)],
  };
}

type Draw = ReturnType<typeof drawing>;

/** Hours that stay far from the present one, so that no moment falls into the test's own seconds. */
const hourNow = new Date().getUTCHours();
const [arrivalHour, departureHour, ...ruleHours] = [5, 9, 3, 12, 18].map((later) => (hourNow + later) % 24);

interface World {
  readonly draw: Draw;
  readonly client: ApiClient;
  readonly rules: (TwinRule & { readonly id: unknown })[];
  readonly stays: (TwinStay & { readonly id: unknown; readonly guest: Json; readonly address: string })[];
  readonly inquiries: (TwinInquiry & { readonly record: Json; readonly guest: Json | undefined })[];
  /** Changes so far. */
  step: number;
  /** Days that have passed. */
  day: number;
  readonly twin: Twin;
  readonly account: number;
  readonly number: number;
  /** The mails that its guests got, as `rule reference`. */
  readonly mails: string[];
}

type RuleValues = Omit<TwinRule, "name" | "onSince">;

const ruleOf = (draw: Draw, isOfInquiries: boolean): RuleValues => ({
  on: draw.chance(0.8),
  anchor: isOfInquiries ? "inquiry" : (draw.oneOf("arrival", "departure") ?? "arrival"),
  offsetDays: isOfInquiries ? draw.below(4) : draw.below(9) - 5,
  hour: draw.oneOf(...ruleHours) ?? 0,
  ifLate: draw.oneOf("send", "skip") ?? "skip",
  minNights: draw.oneOf(null, null, 3) ?? null,
  language: draw.oneOf(null, null, "de") ?? null,
});

const attributesOf = (rule: RuleValues): Json => ({
  ...{ state: rule.on ? "on" : "off", trigger: rule.anchor === "inquiry" ? "inquiry_received" : rule.anchor },
  ...{ offset_days: rule.offsetDays, if_late: rule.ifLate },
  ...{ at: `${String(rule.hour).padStart(2, "0")}:00`, min_nights: rule.minNights },
  languages: rule.language === null ? null : [rule.language],
});

async function addRule(world: World): Promise<void> {
  const { client, rules, draw, step } = world;
  // The third is about all inquiries, so that each world has mails about them.
  const isThird = rules.length === 2;
  const isOfInquiries = isThird || draw.chance(0.3);
  const always = isThird ? { on: true, minNights: null, language: null } : {};
  const rule = { name: `R${rules.length}`, onSince: step, ...ruleOf(draw, isOfInquiries), ...always };
  const text = isOfInquiries ? "{{guest.lastname}}" : "{{booking.reference}}";
  const template = await aTemplate(client, { subject: { en: rule.name }, body: { en: text } });
  const made = await aRule(client, { ...attributesOf(rule), effect: "message", message_template_id: template.id });
  rules.push({ ...rule, id: made.id });
}

async function changeRule({ client, rules, draw, step }: World): Promise<void> {
  const rule = draw.oneOf(...rules);
  if (!rule) return;
  const wasOn = rule.on;
  Object.assign(rule, draw.chance(0.3) ? { on: !rule.on } : ruleOf(draw, rule.anchor === "inquiry"));
  if (!wasOn) rule.onSince = step;
  const answer = await client.put(`/automations/${rule.id}`, { automations: [attributesOf(rule)] });
  expect(answer.status, answer.text).toBe(200);
}

/** The attributes of a stay that begins so many days after today. */
function stayFrom(ahead: number, nights: number): Json {
  const at = (days: number, hour = 0): string =>
    new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + days * 86_400_000 + hour * 3_600_000).toISOString();
  return { start_at: at(ahead, arrivalHour), end_at: at(ahead + nights, departureHour) };
}

async function addStay(world: World): Promise<void> {
  const { client, draw, stays, day, number } = world;
  const language = draw.oneOf("en", "de") ?? "en";
  const hasAddress = !draw.chance(0.1);
  const address = `guest-${stays.length}@world-${number}.example`;
  const emails = hasAddress ? [{ email: address, label: "home" }] : [];
  const guest = await aGuest(client, { preferred_locale: language, emails });
  const [ahead, nights, isBlock, imported] = [
    draw.below(12) - 1,
    1 + draw.below(5),
    draw.chance(0.1),
    draw.chance(0.1),
  ];
  const kind = isBlock ? { unavailable: true } : { booked: true, client_id: guest.id, imported };
  const stay = await aBooking(client, await aRental(client), { ...stayFrom(ahead, nights), ...kind });
  stays.push({
    ...{
      id: stay.id,
      guest,
      address,
      reference: String(stay.reference),
      arrival: day + ahead,
      nights,
      language,
      hasAddress,
    },
    ...{ canceled: false, restricted: false, imported, isBlock },
  });
}

async function changeStay({ client, draw, stays, day }: World): Promise<void> {
  const stay = draw.oneOf(...stays.filter(({ canceled, isBlock }) => !canceled && !isBlock));
  if (!stay) return;
  if (draw.chance(0.25)) {
    const answer = await client.delete(`/bookings/${stay.id}`);
    if (answer.status === 204) stay.canceled = true;
  } else if (draw.chance(0.15)) {
    await client.post(`/clients/${stay.guest.id}/restrict_processing`);
    stay.restricted = true;
  } else {
    const [ahead, nights] = [draw.below(12), 1 + draw.below(5)];
    const answer = await changing(client, { id: stay.id }, stayFrom(ahead, nights));
    if (answer.status === 200) Object.assign(stay, { arrival: day + ahead, nights });
  }
}

async function addInquiry(world: World): Promise<void> {
  const { client, draw, inquiries, day, step, number } = world;
  const language = draw.oneOf("en", "de") ?? "en";
  const email = `asker-${inquiries.length}@world-${number}.example`;
  // A guest without a language of their own is one whom nobody knows yet.
  const guest =
    language === "de" ? await aGuest(client, { preferred_locale: language, emails: [{ email }] }) : undefined;
  const nights = draw.oneOf(null, 1 + draw.below(5)) ?? null;
  const reference = `Asker${inquiries.length}`;
  const record = await created(client, `/rentals/${(await aRental(client)).id}/inquiries`, "inquiries", {
    ...{ firstname: "Ada", lastname: reference, email, message: draw.oneOf("Hello", null) ?? null },
    ...(nights === null ? {} : stayFrom(60, nights)),
  });
  inquiries.push({ reference, step, day, nights, language, ended: false, record, guest });
}

async function changeInquiry({ client, draw, inquiries }: World): Promise<void> {
  const inquiry = draw.oneOf(...inquiries.filter(({ ended }) => !ended));
  if (!inquiry) return;
  const { record, guest } = inquiry;
  const { conversation } = linksOf(record);
  if (draw.chance(0.2) && inquiry.nights !== null) {
    const hold = { tentative_expires_at: "2090-01-01T00:00:00Z" };
    expect((await client.post(`/inquiries/${record.id}/book`, { bookings: [hold] })).status).toBe(201);
    inquiry.ended = true;
  } else if (draw.chance(0.2) && conversation !== null) {
    await client.put(`/inbox/conversations/${conversation}`, { conversations: [{ marked_as_spam: true }] });
    inquiry.ended = true;
  } else if (draw.chance(0.2) && guest) {
    await client.post(`/clients/${guest.id}/restrict_processing`);
    inquiry.ended = true;
  } else {
    const nights = 1 + draw.below(5);
    const answer = await client.put(`/inquiries/${record.id}`, { inquiries: [stayFrom(60, nights)] });
    expect(answer.status, answer.text).toBe(200);
    inquiry.nights = nights;
  }
}

async function aWorld(number: number): Promise<World> {
  const account = await service.anAccount({ mails_booking_confirmations: false, selected_locales: "{en,de}" });
  const client = await service.aClient(account);
  const twin = new Twin(departureHour ?? 0);
  const world = {
    draw: drawing(seed + number),
    client,
    rules: [],
    stays: [],
    inquiries: [],
    step: 0,
    day: 0,
    twin,
    account,
    number,
    mails: [],
  };
  for (let count = 0; count < 3; count++) await addRule(world);
  return world;
}

/** Gives each world the mails of its guests that were sent since the last time. */
function sortMails(worlds: readonly World[]): void {
  const owners = new Map(
    worlds.flatMap((world) => [
      ...world.stays.map(({ address }) => [address, world] as const),
      ...world.inquiries.map(({ record }) => [String(record.email), world] as const),
    ]),
  );
  for (const { to, subject, text } of mailer.sent.splice(0)) {
    const world = owners.get(to.address);
    if (!world) throw new Error(`A mail to ${to.address}, who is no guest.`);
    world.mails.push(`${subject} ${text.split("\n")[0]}`);
  }
}

/** Makes one change in each world, and compares each with its twin. */
async function step(worlds: readonly World[], change: (world: World) => Promise<unknown> | undefined): Promise<void> {
  for (const world of worlds) world.step++;
  await Promise.all(worlds.map(change));
  await performed(service);
  sortMails(worlds);
  for (const { twin, rules, stays, inquiries, day, mails, number } of worlds) {
    twin.look(rules, stays, inquiries, day * 24 + hourNow);
    expect(mails.toSorted(), `world ${number}, day ${day}`).toEqual(twin.sent.toSorted());
  }
}

async function passDay(world: World): Promise<void> {
  await daysPass(service, world.account, 1);
  world.day++;
}

async function live(numbers: readonly number[]): Promise<void> {
  const worlds = await Promise.all(numbers.map(aWorld));
  for (let day = 0; day < daysOfWorld; day++) {
    for (let count = 0; count < bookingsOfWorld / daysOfWorld; count++) await step(worlds, addStay);
    await step(worlds, changeStay);
    await step(worlds, changeStay);
    await step(worlds, addInquiry);
    await step(worlds, changeInquiry);
    await step(worlds, (world) => (world.draw.chance(0.5) ? changeRule : changeStay)(world));
    await step(worlds, (world) => (world.draw.chance(0.2) ? addRule(world) : undefined));
    await step(worlds, passDay);
  }
  const all = worlds.flatMap(({ twin }) => twin.sent);
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter((mail) => mail.includes("Asker"))).not.toEqual([]);
  for (const { twin } of worlds) expect(new Set(twin.sent).size).toBe(twin.sent.length);
}

test(
  "a naive twin of random histories expects exactly the mails that were sent",
  async () => {
    const numbers = Array.from({ length: bookings / bookingsOfWorld }, (_, number) => number);
    for (let from = 0; from < numbers.length; from += worldsAtOnce)
      await live(numbers.slice(from, from + worldsAtOnce));
  },
  60_000 + bookings * 3000,
);
