import type { Random } from "../concurrency/load.ts";
import { type Answer, type Json, recordOf } from "../harness/client.ts";
import { ask, look, type WriteOrder } from "./asking.ts";
import type { Ledger } from "./ledger.ts";
import type { Market } from "./market.ts";
import type { RoamingClient } from "./roaming-client.ts";

/** A client's booking, as last acknowledged. */
export interface OwnBooking {
  readonly id: number;
  readonly marker: string;
  rental: number;
  start_at: string;
  end_at: string;
  notes: string;
  adults: number;
  canceled: boolean;
  /** The hold's expiry in epoch milliseconds. */
  expiresAt: number | undefined;
  /** Its current fees, each with its marker. */
  readonly fees: { readonly id: number; readonly marker: string }[];
  readonly cash: { readonly id: number; readonly amount: number; refunded: number }[];
}

/** A client's guest, as last acknowledged. */
export interface OwnGuest {
  readonly id: number;
  readonly marker: string;
  fullname: string;
}

/** A client that alone changes its records, so their last acknowledgement is the expected state. */
export class Persona {
  readonly number: number;
  readonly market: Market;
  readonly ledger: Ledger;
  readonly bookings: OwnBooking[] = [];
  readonly guests: OwnGuest[] = [];
  /** Its link groups. */
  readonly groups: number[] = [];
  /** The rental whose price only this client sets, and that price. */
  readonly rental: number;
  rate = 100;
  /** The season's ratio, if this client sets it. */
  ratio: number | undefined;
  readonly #client: RoamingClient;

  constructor(number: number, market: Market, ledger: Ledger) {
    this.number = number;
    this.market = market;
    this.ledger = ledger;
    const index = number % market.clients.length;
    const client = market.clients[index];
    if (!client) throw new Error("the market has no clients");
    this.#client = client;
    this.rental = market.rentals[index] ?? 0;
    if (index === 0) this.ratio = 150;
  }

  /** Sends a write until it gets a response. @returns undefined for a refusal */
  ask(random: Random, order: WriteOrder): Promise<Answer | undefined> {
    return ask(this.#client, this.ledger, random, order);
  }

  /** Sends a write that creates a record, and notes its id. */
  async make(random: Random, root: string, order: WriteOrder): Promise<Json | undefined> {
    const answer = await this.ask(random, order);
    if (!answer) return undefined;
    const record = recordOf(answer, root);
    const written = this.ledger.written.findLast(({ marker }) => marker === order.marker);
    if (written) written.id = Number(record.id);
    return record;
  }

  /** Reads until it gets a response. */
  look(random: Random, path: string): Promise<Answer> {
    return look(this.#client, this.ledger, random, path);
  }

  /** A random booking that is live by its last acknowledgement. */
  live(random: Random): OwnBooking | undefined {
    return random.pick(this.bookings.filter(({ canceled, expiresAt }) => !canceled && !hasEnded(expiresAt)));
  }
}

/** Whether a hold has expired. */
export const hasEnded = (expiresAt: number | undefined): boolean => expiresAt !== undefined && expiresAt <= Date.now();
