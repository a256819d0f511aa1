import { changeBatches } from "../../../src/modules/stays/feeds/plan/change-batches.ts";
import { matchEvents } from "../../../src/modules/stays/feeds/plan/match-events.ts";
import { byArrival, type Nights, sharedNights, TakenNights } from "../../../src/modules/stays/feeds/plan/nights.ts";
import { orderChanges } from "../../../src/modules/stays/feeds/plan/order-changes.ts";
import { planReading } from "../../../src/modules/stays/feeds/plan/plan-reading.ts";
import type { Part, Reading } from "../../../src/modules/stays/feeds/plan/reading.ts";

interface Span {
  readonly from: number;
  readonly length: number;
}

/** The possible steps. */
export type Step =
  | { readonly what: "publish"; readonly feed: number; readonly uid: number; readonly nights: Span }
  | { readonly what: "withdraw"; readonly feed: number; readonly uid: number }
  | { readonly what: "reissue" | "swap" | "read"; readonly feed: number }
  | { readonly what: "merge"; readonly feed: number; readonly nights: Span }
  | { readonly what: "book"; readonly rental: number; readonly nights: Span }
  | { readonly what: "cancel" | "adopt"; readonly index: number }
  | { readonly what: "move"; readonly index: number; readonly nights: Span }
  | { readonly what: "pass"; readonly days: number };

interface Booking extends Nights {
  readonly id: number;
  readonly rental: number;
  /** The feed and event that it was made for. */
  readonly part?: { readonly feed: number; readonly event: number };
  readonly isAdopted: boolean;
}

interface StoredRow extends Nights {
  readonly id: number;
  readonly key: string;
  readonly gone: boolean;
}

/** Events of one transaction, few enough to split most chains; and the rounds after which nothing may change any more. */
const [batchSize, maxRounds] = [3, 4];

class Feed {
  /** Feeds 0 and 1 are of rental 0, feed 2 of the linked rental 1. */
  readonly rental: number;
  /** The events that the other site publishes, by UID. */
  readonly published = new Map<string, Nights>();
  stored: StoredRow[] = [];

  constructor(rental: number) {
    this.rental = rental;
  }
}

/**
 * Two linked rentals in memory with three feeds, as the database would hold them: a booking of one rental closes its nights in the other.
 * It applies plans as `applyReading` does, and throws where the exclusion constraint would.
 */
export class House {
  #today = 0;
  #ids = 0;
  readonly #feeds = [new Feed(0), new Feed(0), new Feed(1)];
  #bookings: Booking[] = [];

  take(step: Step): void {
    switch (step.what) {
      case "publish":
        this.#feed(step.feed).published.set(`uid ${step.uid}`, spanOf(step.nights));
        break;
      case "withdraw":
        this.#feed(step.feed).published.delete(`uid ${step.uid}`);
        break;
      case "reissue":
        this.#reissue(this.#feed(step.feed));
        break;
      case "swap":
        this.#swap(this.#feed(step.feed));
        break;
      case "merge":
        this.#merge(this.#feed(step.feed), spanOf(step.nights));
        break;
      case "read":
        this.#read(step.feed);
        this.#fill();
        break;
      case "book":
        this.#place({ id: ++this.#ids, rental: step.rental, isAdopted: false, ...spanOf(step.nights) });
        break;
      case "pass":
        this.#today += step.days;
        break;
      default:
        this.#change(step);
    }
  }

  /** Says what is wrong: nights held twice, nights that a feed closes but nobody holds, and bookings of vanished events. */
  problems(): string[] {
    const held = new Map<number, number>();
    for (const { id, arrival, departure, part, isAdopted } of this.#bookings) {
      for (let night = Math.max(arrival, this.#today); night < departure; night++) {
        const other = held.get(night);
        if (other !== undefined) return [`night ${night} is held by ${other} and ${id}`];
        held.set(night, id);
      }
      const event = part && this.#feed(part.feed).stored.find((row) => row.id === part.event);
      if (event?.gone && arrival >= this.#today && !isAdopted) return [`booking ${id} outlives its event`];
    }
    return this.#openNights((night) => held.has(night));
  }

  /** The nights that a feed closes but nobody holds. */
  #openNights(isHeld: (night: number) => boolean): string[] {
    return this.#feeds.flatMap(({ stored }, feed) =>
      stored
        .filter(({ gone }) => !gone)
        .flatMap(({ key, arrival, departure }) => {
          const open: string[] = [];
          for (let night = Math.max(arrival, this.#today); night < departure; night++)
            if (!isHeld(night)) open.push(`night ${night} of ${key} in feed ${feed} is open`);
          return open;
        }),
    );
  }

  #feed(index: number): Feed {
    const feed = this.#feeds[index];
    if (!feed) throw new Error(`No feed ${index}.`);
    return feed;
  }

  /** New UIDs for the same events. */
  #reissue({ published }: Feed): void {
    const events = [...published.values()];
    published.clear();
    for (const event of events) published.set(`uid ${++this.#ids} again`, event);
  }

  /** Two events exchange their nights. */
  #swap({ published }: Feed): void {
    const [one, other] = published;
    if (!one || !other) return;
    published.set(one[0], other[1]);
    published.set(other[0], one[1]);
  }

  /** Replaces the events near some nights by a bigger one with a new UID. */
  #merge({ published }: Feed, nights: Nights): void {
    let merged = nights;
    for (const [uid, event] of published) {
      if (sharedNights(event, nights) === 0) continue;
      published.delete(uid);
      merged = {
        arrival: Math.min(merged.arrival, event.arrival),
        departure: Math.max(merged.departure, event.departure),
      };
    }
    published.set(`uid ${++this.#ids} merged`, merged);
  }

  /** Books, unless a night is taken in one of the linked rentals. @returns whether it was possible */
  #place(booking: Booking): boolean {
    if (booking.departure <= this.#today || this.#bookings.some((other) => sharedNights(other, booking) > 0))
      return false;
    this.#bookings.push(booking);
    return true;
  }

  #change(step: Extract<Step, { readonly index: number }>): void {
    const booking = this.#bookings[step.index % Math.max(1, this.#bookings.length)];
    if (!booking || booking.departure <= this.#today) return;
    const others = this.#bookings.filter((other) => other !== booking);
    if (step.what === "adopt") {
      if (booking.part) this.#bookings = [...others, { ...booking, isAdopted: true }];
      return;
    }
    // Even a feed's own booking: the calendar wins, unless it takes further nights.
    this.#bookings = others;
    if (step.what === "move") {
      const nights = spanOf(step.nights);
      const takesMore = nights.arrival < booking.arrival || nights.departure > booking.departure;
      const moved = { ...booking, ...nights, isAdopted: booking.isAdopted || takesMore };
      if (!this.#place(moved)) this.#bookings.push(booking);
    }
    this.#commit([booking]);
    this.#fill();
  }

  /** The database notes freed nights that events wait for (note_gaps): a job merges their bookings and reports again. */
  #fill(): void {
    for (let pass = 0; pass < 10; pass++) {
      const changed = [...this.#feeds.keys()].filter((feed) => this.#apply(feed));
      if (changed.length === 0) return;
    }
    throw new Error("Feeds keep changing each other's nights.");
  }

  #read(index: number): void {
    const feed = this.#feed(index);
    const events = [...feed.published]
      .filter(([, { departure }]) => departure > this.#today)
      .map(([uid, event]) => ({ key: uid, uid, ...event }));
    const held = new Set(this.#bookings.flatMap(({ part }) => (part?.feed === index ? [part.event] : [])));
    const stored = feed.stored.map((row) => ({ ...row, isHeld: held.has(row.id) }));
    const { kept, added, gone } = matchEvents(stored, events);
    feed.stored = [
      ...feed.stored.map((row) => {
        const event = kept.get(row.id);
        if (event)
          return { id: row.id, key: event.key, arrival: event.arrival, departure: event.departure, gone: false };
        return gone.includes(row.id) ? { ...row, gone: true } : row;
      }),
      ...added.map(({ key, arrival, departure }) => ({ id: ++this.#ids, key, arrival, departure, gone: false })),
    ];
    for (const { key, arrival, departure } of events)
      if (
        !feed.stored.some(
          (row) => !row.gone && row.key === key && row.arrival === arrival && row.departure === departure,
        )
      )
        throw new Error(`${key} is not stored.`);
    this.#apply(index);
  }

  /** @returns whether it changed anything */
  #apply(index: number): boolean {
    const before = this.#heldNights();
    for (let round = 0; round < maxRounds; round++) {
      const all = this.#reading(index);
      const batches = changeBatches(all, planReading(all), batchSize);
      if (batches.length === 0) return round > 0;
      for (const events of batches) this.#commit(this.#write(index, this.#reading(index, new Set(events))), before);
    }
    throw new Error(`Feed ${index} keeps changing.`);
  }

  #heldNights(): Set<number> {
    return new Set(
      this.#bookings.flatMap(({ arrival, departure }) =>
        Array.from({ length: departure - arrival }, (_, night) => arrival + night),
      ),
    );
  }

  /** As `close_freed_nights`: events close the nights that bookings have left before anybody sees them open. */
  #commit(left: readonly Nights[], before = this.#heldNights()): void {
    for (const freed of left) for (const rental of [0, 1]) this.#closeFreed(rental, freed);
    const now = this.#heldNights();
    const isFreed = (night: number): boolean => left.some((one) => one.arrival <= night && night < one.departure);
    const [opened] = this.#openNights((night) => now.has(night) || !(before.has(night) || isFreed(night)));
    if (opened !== undefined) throw new Error(`After a transaction, ${opened}.`);
  }

  #closeFreed(rental: number, freed: Nights): void {
    const current = [...this.#feeds.entries()].flatMap(([feed, { rental: own, stored }]) =>
      own === rental ? stored.filter(({ gone }) => !gone).map((event) => ({ ...event, feed })) : [],
    );
    for (const { id: event, feed, ...nights } of current.toSorted((a, b) => byArrival(a, b) || a.id - b.id)) {
      const shared = {
        arrival: Math.max(freed.arrival, nights.arrival, this.#today),
        departure: Math.min(freed.departure, nights.departure),
      };
      for (const run of new TakenNights(this.#bookings).freeIn(shared)) {
        const beside = this.#bookings.find(
          ({ part, isAdopted, arrival, departure }) =>
            part?.feed === feed &&
            part.event === event &&
            !isAdopted &&
            (departure === run.arrival || arrival === run.departure),
        );
        this.#bookings = this.#bookings.filter((one) => one !== beside);
        const made = beside ?? { id: ++this.#ids, rental, part: { feed, event }, isAdopted: false, ...run };
        const arrival = Math.min(made.arrival, run.arrival);
        const departure = Math.max(made.departure, run.departure);
        if (!this.#place({ ...made, arrival, departure })) throw new Error(`No free nights for event ${event}.`);
      }
    }
  }

  #reading(index: number, only?: ReadonlySet<number>): Reading {
    const isOf = (event: number): boolean => only === undefined || only.has(event);
    const events = this.#feed(index).stored.filter(
      ({ id, gone, departure }) => !gone && departure > this.#today && isOf(id),
    );
    const own = this.#bookings.filter(
      ({ part, departure }) => part?.feed === index && departure > this.#today && isOf(part.event),
    );
    const parts: Part[] = own.flatMap(({ id, part, ...booking }) =>
      part ? [{ ...booking, booking: id, event: part.event }] : [],
    );
    const others = this.#bookings
      .filter((booking) => !own.includes(booking))
      .map(({ id, ...nights }) => ({ ...nights, booking: id }));
    return { events, parts, others, today: this.#today };
  }

  /** @returns the nights that bookings had before */
  #write(index: number, reading: Reading): Nights[] {
    const { ends, moves, creates } = orderChanges(planReading(reading));
    const ended = new Set(ends.map(({ booking }) => booking));
    this.#bookings = this.#bookings.filter(({ id }) => !ended.has(id));
    for (const { part, arrival, departure } of moves) {
      if (part.arrival < this.#today && arrival === this.#today)
        throw new Error(`${part.booking} lost its first night.`);
      const booking = this.#bookings.find(({ id }) => id === part.booking);
      this.#bookings = this.#bookings.filter((one) => one !== booking);
      if (!booking || !this.#place({ ...booking, arrival, departure }))
        throw new Error(`No free nights for a move of ${part.booking}.`);
    }
    for (const { event, arrival, departure } of creates) {
      const { rental } = this.#feed(index);
      const made = { id: ++this.#ids, rental, part: { feed: index, event }, isAdopted: false, arrival, departure };
      if (!this.#place(made)) throw new Error(`No free nights for event ${event}.`);
    }
    return [...ends, ...moves.map(({ part }) => part)];
  }
}

const spanOf = ({ from, length }: Span): Nights => ({ arrival: from, departure: from + length });
