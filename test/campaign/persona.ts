import type { Random } from "../concurrency/load.ts";
import { type Answer, type Json, recordOf } from "../harness/client.ts";
import { type Asked, ask, look } from "./asking.ts";
import type { Ledger } from "./ledger.ts";
import type { Market } from "./market.ts";
import type { RoamingClient } from "./roaming-client.ts";

/** A booking that a client made, as it was last acknowledged. */
export interface OwnBooking {
  readonly id: number;
  readonly marker: string;
  rental: number;
  start_at: string;
  end_at: string;
  notes: string;
  adults: number;
  canceled: boolean;
  /** When its hold ends, epoch milliseconds: whether it has is for the clock to say. */
  expiresAt: number | undefined;
  /** Fees that were added to it and not removed, each with its marker. */
  readonly fees: { readonly id: number; readonly marker: string }[];
  readonly cash: { readonly id: number; readonly amount: number; refunded: number }[];
}

/** A guest that a client made, as it was last acknowledged. */
export interface OwnGuest {
  readonly id: number;
  readonly marker: string;
  fullname: string;
}

/** Somebody who works in an account: alone with what is theirs, so that the last acknowledgement says what must be there. */
export class Persona {
  readonly number: number;
  readonly market: Market;
  readonly ledger: Ledger;
  readonly bookings: OwnBooking[] = [];
  readonly guests: OwnGuest[] = [];
  /** Link groups that they made. */
  readonly groups: number[] = [];
  /** The rental whose price is theirs, and that price. */
  readonly rental: number;
  rate = 100;
  /** Of the season, where it is theirs. */
  ratio: number | undefined;
  readonly #client: RoamingClient;

  constructor(number: number, market: Market, ledger: Ledger) {
    this.number = number;
    this.market = market;
    this.ledger = ledger;
    const place = number % market.clients.length;
    const client = market.clients[place];
    if (!client) throw new Error("Nobody works there.");
    this.#client = client;
    this.rental = market.rentals[place] ?? 0;
    if (place === 0) this.ratio = 150;
  }

  /** Asks for a write until it is answered. @returns undefined when it was refused */
  ask(random: Random, asked: Asked): Promise<Answer | undefined> {
    return ask(this.#client, this.ledger, random, asked);
  }

  /** Asks for a write that makes a record, and keeps its id. */
  async make(random: Random, root: string, asked: Asked): Promise<Json | undefined> {
    const answer = await this.ask(random, asked);
    if (!answer) return undefined;
    const record = recordOf(answer, root);
    const written = this.ledger.written.findLast(({ marker }) => marker === asked.marker);
    if (written) written.id = Number(record.id);
    return record;
  }

  /** Reads until it is answered. */
  look(random: Random, path: string): Promise<Answer> {
    return look(this.#client, this.ledger, random, path);
  }

  /** A booking that should be live, as far as was acknowledged. */
  live(random: Random): OwnBooking | undefined {
    return random.pick(this.bookings.filter(({ canceled, expiresAt }) => !canceled && !hasEnded(expiresAt)));
  }
}

/** Whether a hold is over, or may be while somebody asks. */
export const hasEnded = (expiresAt: number | undefined): boolean => expiresAt !== undefined && expiresAt <= Date.now();
