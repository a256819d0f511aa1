import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { dayOfInstant, formatDay } from "../src/core/day.ts";
import type { Scope } from "../src/kernel/access/scopes.ts";
import { type Bench, BenchError, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { rounded, table } from "./table.ts";
import { startEvents } from "./variants.ts";

const scopes: readonly Scope[] = [
  ...(["bookings_write", "payments_write", "preferences_payments_write", "rentals_write", "inbox_write"] as const),
  ...(["clients_write", "rates_write"] as const),
];

/** The timeout of a wait, in milliseconds. */
const maxWaitMs = 120_000;

/** The waits of one account's payment, mail and calendar beside another account's slow jobs. */
export const lanes: Bench = {
  claim: "Waits of a payment, a mail and a calendar beside another account's slow downloads, photos and calendar.",
  async run({ signal, rounds = 3 }) {
    await using fixture = await makeFixture(false, signal);
    await using slow = await slowServer();
    await using service = await startEvents(
      { database: fixture.login, publishes: false, owner: fixture.owner },
      undefined,
    );
    const [first = 0, second = 0] = await fixture.ids("select id from accounts order by id limit 2");
    const busy = await Account.open(fixture, service.url, first);
    const measured = await Account.open(fixture, service.url, second);
    console.error("Measuring quiet …");
    const quiet = await waits(measured, rounds);
    console.error("Queueing 24 downloads, 30 photos and a calendar …");
    await makeBusy(busy, slow.url);
    console.error("Measuring beside them …");
    return report(quiet, await waits(measured, rounds));
  },
};

/** A server that sends a byte every five seconds. */
async function slowServer() {
  const server = createServer((_, response) => {
    const timer = setInterval(() => response.write("a"), 5_000);
    response.writeHead(200, { "content-type": "text/plain" }).on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const isBound = (bound: ReturnType<typeof server.address>): bound is AddressInfo => typeof bound === "object";
  const bound = server.address();
  if (!isBound(bound)) throw new BenchError("The slow server does not listen on a port.");
  return {
    url: `http://127.0.0.1:${bound.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An account with a gateway, a guest, a rental and a client. */
class Account {
  readonly #fixture: Fixture;
  readonly #url: string;
  readonly #token: string;
  readonly #ids: { readonly rental: number; readonly guest: number };
  #gateway = 0;
  #stays = 0;

  private constructor(fixture: Fixture, url: string, token: string, ids: { rental: number; guest: number }) {
    this.#fixture = fixture;
    this.#url = url;
    this.#token = token;
    this.#ids = ids;
  }

  static async open(fixture: Fixture, url: string, id: number): Promise<Account> {
    const [rental = 0] = await fixture.ids(
      `select id from rentals where account_id = ${id} and currency = 'EUR' order by id limit 1`,
    );
    const [guest = 0] = await fixture.ids(`select id from clients where account_id = ${id} order by id limit 1`);
    const account = new Account(fixture, url, await fixture.aToken(scopes, id), { rental, guest });
    account.#gateway = await account.create("/payment_gateways", "payment_gateways", {
      ...{ name: "Till", gateway_name: "bogus", test: true, credentials: { webhook_secret: "whsec_of_the_bench" } },
      ...{ supported_cardtypes: ["visa"], supported_currencies: ["EUR"] },
    });
    return account;
  }

  get rental(): number {
    return this.#ids.rental;
  }

  /** @returns the created record's id */
  create(path: string, root: string, attributes: object): Promise<number> {
    const body = JSON.stringify({ [root]: [attributes] });
    return this.#post(path, root, { body, headers: { "content-type": "application/json" } });
  }

  async #post(
    path: string,
    root: string,
    request: { readonly body: string | FormData; readonly headers: Record<string, string> },
  ): Promise<number> {
    const headers = { ...request.headers, authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${this.#url}/api/v3${path}`, { method: "POST", body: request.body, headers });
    const text = await answer.text();
    if (!answer.ok) throw new BenchError(`POST ${path} returned ${answer.status}: ${text.slice(0, 300)}`);
    return Number(JSON.parse(text)[root][0].id);
  }

  /** A calendar whose events each block one night of a rental. */
  async calendar(events: number): Promise<number> {
    const rental = this.rental;
    const feed = await this.create("/calendar_feeds", "calendar_feeds", {
      rental_id: rental,
      kind: "import",
      name: "A",
    });
    const day = (ahead: number) => formatDay(dayOfInstant(Date.now()) + ahead).replaceAll("-", "");
    const all = Array.from({ length: events }, (_, index) => {
      const ahead = 400 + (index % 300);
      return `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART;VALUE=DATE:${day(ahead)}\r\nDTEND;VALUE=DATE:${day(ahead + 1)}\r\nEND:VEVENT`;
    });
    const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...all, "END:VCALENDAR", ""].join("\r\n");
    const body = new FormData();
    body.set("calendar", new Blob([text], { type: "text/calendar" }), "calendar.ics");
    await this.#post(`/calendar_feeds/${feed}/upload`, "calendar_feeds", { body, headers: {} });
    return feed;
  }

  /** Books a stay in ten years, whose guest gets a mail. */
  book(): Promise<number> {
    const arrival = dayOfInstant(Date.now()) + 2000 + 3 * this.#stays++;
    return this.create(`/rentals/${this.rental}/bookings`, "bookings", {
      ...{ start_at: `${formatDay(arrival)}T16:00:00Z`, end_at: `${formatDay(arrival + 2)}T10:00:00Z` },
      ...{ adults: 2, booked: true, client_id: this.#ids.guest, initial_price: "400" },
    });
  }

  pay(booking: number): Promise<number> {
    return this.create(`/bookings/${booking}/payments`, "payments", {
      ...{ amount_in_cents: 1000, currency: "EUR", kind: "service", credit_card_token: "tok_visa" },
      ...{ gateway_id: this.#gateway, gateway_type: "PaymentGateway", gateway_name: "bogus" },
    });
  }

  /** Milliseconds until a statement returns a row. */
  async until(sql: string): Promise<number> {
    const began = performance.now();
    while ((await this.#fixture.ids(sql)).length === 0) {
      if (performance.now() - began > maxWaitMs) throw new BenchError(`No row within two minutes: ${sql}`);
      await wait(20);
    }
    return performance.now() - began;
  }
}

type Waits = Readonly<Record<"payment" | "mail" | "calendar", number>>;

/** The maximum of several rounds, in milliseconds. */
async function waits(account: Account, rounds: number): Promise<Waits> {
  const maxWaits = { payment: 0, mail: 0, calendar: 0 };
  for (let round = 0; round < rounds; round++) {
    const booking = await account.book();
    const mail = await account.until(`select id from mails where booking_id = ${booking} and state = 'sent'`);
    const paid = await account.pay(booking);
    const payment = await account.until(`select id from payments where id = ${paid} and paid_at is not null`);
    const feed = await account.calendar(3);
    const read = `select id from calendar_feeds where id = ${feed} and last_success_at is not null`;
    const calendar = await account.until(read);
    maxWaits.payment = Math.max(maxWaits.payment, payment);
    maxWaits.mail = Math.max(maxWaits.mail, mail);
    maxWaits.calendar = Math.max(maxWaits.calendar, calendar);
  }
  return maxWaits;
}

/** 24 endless files, 30 large photos and a calendar with 20,000 events. */
async function makeBusy(account: Account, slow: string): Promise<void> {
  for (let file = 0; file < 24; file++)
    await account.create("/inbox/attachments", "attachments", { remote_file_url: `${slow}/${file}` });
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 2400, height: 1600, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 70 })
    .toBuffer();
  for (let photo = 0; photo < 30; photo++)
    await account.create(`/rentals/${account.rental}/photos`, "photos", { photo: picture.toString("base64") });
  await account.calendar(20_000);
}

function report(quiet: Waits, busy: Waits): Outcome {
  const names = ["payment", "mail", "calendar"] as const;
  const figures = Object.fromEntries(
    names.flatMap((name) => [
      [`quiet_${name}_ms`, rounded(quiet[name], 0)],
      [`busy_${name}_ms`, rounded(busy[name], 0)],
    ]),
  );
  const rows = names.map((name) => [name, (quiet[name] / 1000).toFixed(2), (busy[name] / 1000).toFixed(2)]);
  const notes = `Seconds from the request's response to the finished job, maximum of all rounds. beside: another account's 24 files from a server that
sends a byte every five seconds, 30 photos of 2400 × 1600 and a calendar with 20,000 events. The goal is at most 5 s.`;
  return { text: `${table(["", "quiet s", "beside s"], rows)}\n\n${notes}`, figures };
}
