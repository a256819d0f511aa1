import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../concurrency/load.ts";
import { type Answer, type ApiClient, type Json, recordOf } from "../harness/client.ts";

/** A rental's nights, as dates. */
export interface AskedStay {
  readonly rental_id: number;
  readonly start_at: string;
  readonly end_at: string;
}

/** A booking that a client requested with its own reference, and its last acknowledged state. */
export interface Asked {
  readonly reference: string;
  /** Its hold's expiry in epoch milliseconds; undefined if the test ends before that. */
  readonly expiresAt: number | undefined;
  outcome: "booked" | "refused";
  id?: number;
  /** The last acknowledged state. */
  stay: AskedStay;
  canceled: boolean;
  /** Its ordered payments. */
  readonly payments: number[];
}

/** The clients' targets. */
export interface Market {
  readonly client: ApiClient;
  readonly rentals: readonly number[];
  readonly gateway: number;
}

/** The contested nights. */
const season = 80;
const day = 86_400_000;
const first = Date.UTC(2031, 0, 1);

/** Clients of a service that is killed: each retries with the same key until it gets a response. */
export class PersistentClients {
  readonly asked: Asked[] = [];
  /** Unexpected responses: neither a success, nor a documented refusal, nor 503. */
  readonly surprises: string[] = [];
  /** Requests without a response so far. */
  readonly unanswered = new Set<string>();
  answers = 0;
  /** The number of retries, and how many of them followed a 503. */
  retries = 0;
  unavailable = 0;
  private stopped = false;
  private readonly market: Market;
  private readonly work: Promise<void>[] = [];

  constructor(market: Market) {
    this.market = market;
  }

  /** Starts another client, which runs until all are stopped. */
  start(random: Random): void {
    this.work.push(this.visit(random));
  }

  /** Stops the clients after their current requests. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.work);
  }

  /** Rejects with a client's error; otherwise settles when they are stopped. */
  get failure(): Promise<unknown> {
    return Promise.all(this.work);
  }

  private async visit(random: Random): Promise<void> {
    const own: Asked[] = [];
    while (!this.stopped) {
      const known = random.pick(own.filter(({ outcome, canceled }) => outcome === "booked" && !canceled));
      const step = random.below(10);
      if (!known || step < 4) own.push(await this.book(random));
      else if (step < 7) await this.pay(known, random);
      else if (step < 9) await this.move(known, random);
      else await this.cancel(known, random);
    }
  }

  private async book(random: Random): Promise<Asked> {
    const stay = this.someStay(random);
    const reference = `stay-${this.asked.length}`;
    const expiresAt = random.below(4) === 0 ? inSeconds(1 + random.below(3)) : undefined;
    const asked: Asked = { reference, expiresAt, outcome: "refused", stay, canceled: false, payments: [] };
    this.asked.push(asked);
    const { rental_id, ...nights } = stay;
    const holdUntil = expiresAt ?? (random.below(3) === 0 ? inSeconds(3600) : undefined);
    const answer = await this.persist(random, "POST", `/rentals/${rental_id}/bookings`, {
      bookings: [
        {
          ...nights,
          ...(holdUntil === undefined ? {} : { tentative_expires_at: new Date(holdUntil).toISOString() }),
          adults: 2,
          initial_price: `${100 + random.below(900)}.50`,
          discount: "10%",
          external_reference: reference,
        },
      ],
    });
    if (!this.expected(answer, 201, asked)) return asked;
    asked.outcome = "booked";
    asked.id = Number(recordOf(answer, "bookings").id);
    return asked;
  }

  private async pay(asked: Asked, random: Random): Promise<void> {
    const answer = await this.persist(random, "POST", `/bookings/${asked.id}/payments`, {
      payments: [
        {
          kind: random.below(3) === 0 ? "service" : "instant-booking",
          amount_in_cents: 100 + random.below(10_000),
          currency: "EUR",
          gateway_id: this.market.gateway,
          gateway_type: "PaymentGateway",
          gateway_name: "stripe",
          credit_card_token: random.below(5) === 0 ? "pm_card_chargeDeclined" : "pm_card_visa",
        },
      ],
    });
    if (this.expected(answer, 201, asked)) asked.payments.push(Number(recordOf(answer, "payments").id));
  }

  private async move(asked: Asked, random: Random): Promise<void> {
    const stay = this.someStay(random);
    const answer = await this.persist(random, "POST", `/bookings/${asked.id}/move`, { bookings: [{ ...stay }] });
    if (this.expected(answer, 200, asked)) asked.stay = stay;
  }

  private async cancel(asked: Asked, random: Random): Promise<void> {
    const answer = await this.persist(random, "DELETE", `/bookings/${asked.id}`);
    if (this.expected(answer, 204, asked)) asked.canceled = true;
  }

  /** Taken nights and expired holds are expected. */
  private expected(answer: Answer, success: number, { expiresAt }: Asked): boolean {
    this.answers++;
    if (answer.status === success) return true;
    const hasExpired = expiresAt !== undefined && expiresAt <= Date.now();
    const reasons = hasExpired ? /the nights are taken|is canceled|must be in the future/ : /the nights are taken/;
    if (answer.status !== 422 || !reasons.test(answer.text)) this.note(answer, "");
    return false;
  }

  /** Sometimes sends a request twice concurrently with one key; the successful response counts. */
  private async persist(random: Random, method: string, path: string, body?: Json): Promise<Answer> {
    const key = randomUUID();
    const once = (): Promise<Answer> => this.untilAnswered(key, method, path, body);
    if (random.below(5) > 0) return once();
    const [one, other] = await Promise.all([once(), once()]);
    if (one.status < 300 && other.status < 300 && idIn(one) !== idIn(other)) this.note(other, `after ${one.text}: `);
    return one.status < 300 ? one : other;
  }

  /** Retries until it gets a response: after a broken connection or a 503 the outcome is unknown. */
  private async untilAnswered(key: string, method: string, path: string, body?: Json): Promise<Answer> {
    const name = `${randomUUID()} ${method} ${path}`;
    this.unanswered.add(name);
    for (;;) {
      const answer = await this.market.client
        .send(method, path, body, { "idempotency-key": key })
        .catch(undefinedWhenBroken);
      if (answer && answer.status !== 503) {
        this.unanswered.delete(name);
        return answer;
      }
      this.retries++;
      if (answer) this.unavailable++;
      await wait(250);
    }
  }

  private note({ status, text }: Answer, before: string): void {
    this.surprises.push(`${before}${status} ${text}`.slice(0, 600));
  }

  private someStay(random: Random): AskedStay {
    const arrival = random.below(season);
    const departure = arrival + 1 + random.below(3);
    const rental_id = random.pick(this.market.rentals) ?? 0;
    return { rental_id, start_at: dateOf(arrival), end_at: dateOf(departure) };
  }
}

/** A kill breaks the connection; any other error fails the test. */
function undefinedWhenBroken(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** The id of a response's record; undefined without a body. */
function idIn({ json }: Answer): unknown {
  const [records] = ["bookings", "payments"].flatMap((root) => (Array.isArray(json[root]) ? [json[root]] : []));
  return records?.[0]?.id;
}

/** Epoch milliseconds, rounded to seconds like a hold's expiry. */
const inSeconds = (seconds: number): number => 1000 * Math.ceil(Date.now() / 1000 + seconds);

const dateOf = (night: number): string => new Date(first + night * day).toISOString().slice(0, 10);
