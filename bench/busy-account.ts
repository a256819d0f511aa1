import { setTimeout as wait } from "node:timers/promises";
import { dayOfInstant, formatDay } from "../src/core/day.ts";
import type { Scope } from "../src/kernel/access/scopes.ts";
import { BenchError } from "./bench.ts";
import type { Fixture } from "./fixture.ts";

const scopes: readonly Scope[] = [
  ...(["bookings_write", "payments_write", "preferences_payments_write", "rentals_write", "inbox_write"] as const),
  ...(["clients_write", "rates_write"] as const),
];

/** The timeout of a wait, in milliseconds. */
const maxWaitMs = 120_000;

/** An account with a gateway, a guest, a rental and a client. */
export class BusyAccount {
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

  static async open(fixture: Fixture, url: string, id: number): Promise<BusyAccount> {
    const [rental = 0] = await fixture.ids(
      `select id from rentals where account_id = ${id} and currency = 'EUR' order by id limit 1`,
    );
    const [guest = 0] = await fixture.ids(`select id from clients where account_id = ${id} order by id limit 1`);
    const account = new BusyAccount(fixture, url, await fixture.aToken(scopes, id), { rental, guest });
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
