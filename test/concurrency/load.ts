import type { Answer, ApiClient, Json } from "../harness/client.ts";
import { recordOf } from "../harness/client.ts";
import { inAnHour } from "../harness/moments.ts";
import { book, change, dates, type Nights, type Shown, shown } from "./calendar.ts";

/** Seeded pseudorandom numbers (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }
}

/** A booking created by the load, with all acknowledged states in order of arrival. */
interface Known {
  readonly id: unknown;
  readonly acknowledged: Shown[];
  /** Other clients changed it too, so the responses may arrive in another order than the changes. */
  shared: boolean;
}

/** The number of contended nights. */
const season = 40;

/** Clients that concurrently book, hold, move, confirm, cancel and reinstate stays in one rental. */
export class LoadGenerator {
  readonly known = new Map<unknown, Known>();
  readonly refusals: Answer[] = [];
  /** Responses that are neither a success nor a refusal of nights. */
  readonly surprises: string[] = [];
  private readonly rental: number;

  constructor(rental: number) {
    this.rental = rental;
  }

  /** Runs one client for this many steps. */
  async visit(client: ApiClient, random: Random, steps: number): Promise<void> {
    const own: Known[] = [];
    for (let step = 0; step < steps; step++) {
      const others = random.below(5) === 0;
      const booking = random.pick(others ? [...this.known.values()] : own);
      if (!booking || random.below(3) === 0) {
        const made = await this.create(client, random);
        if (made) own.push(made);
      } else {
        if (!own.includes(booking)) booking.shared = true;
        await this.change(client, random, booking);
      }
    }
  }

  private async create(client: ApiClient, random: Random): Promise<Known | undefined> {
    const states: Json[] = [{}, { booked: true }, { unavailable: true }, { tentative_expires_at: inAnHour() }];
    const answer = await book(client, this.rental, someNights(random), random.pick(states));
    if (!this.heard(answer, 201)) return undefined;
    const record = recordOf(answer, "bookings");
    const known = { id: record.id, acknowledged: [shown(record)], shared: false };
    this.known.set(record.id, known);
    return known;
  }

  private async change(client: ApiClient, random: Random, booking: Known): Promise<void> {
    if (random.below(4) === 0) {
      const answer = await client.delete(`/bookings/${booking.id}`);
      if (!this.heard(answer, 204)) return;
      const [last] = booking.acknowledged.slice(-1);
      // A cancelation has no response body: the booking stays in its last known state, but canceled.
      if (last) booking.acknowledged.push({ ...last, status: "Canceled" });
      return;
    }
    const changes: Json[] = [
      dates(someNights(random)),
      { ...dates(someNights(random)), canceled_at: null },
      { canceled_at: null },
      { canceled_at: null, booked: true },
      { booked: true },
      { tentative_expires_at: inAnHour() },
    ];
    const chosen = random.pick(changes) ?? {};
    const answer = await change(client, booking.id, chosen);
    if (mayMeetCancelation(chosen) && answer.status === 422 && answer.text.includes('"canceled_at"')) return;
    if (this.heard(answer, 200)) booking.acknowledged.push(shown(recordOf(answer, "bookings")));
  }

  private heard(answer: Answer, success: number): boolean {
    if (answer.status === success) return true;
    if (answer.status === 422) this.refusals.push(answer);
    else this.surprises.push(`${answer.status} ${answer.text}`);
    return false;
  }
}

/** Only a change that reinstates a booking may book or hold a canceled one (bookings.md, States). */
const mayMeetCancelation = (changes: Json): boolean =>
  !("canceled_at" in changes) && ("booked" in changes || "tentative_expires_at" in changes);

function someNights(random: Random): Nights {
  const arrival = random.below(season);
  return { arrival, departure: arrival + 1 + random.below(4) };
}
