import {
  commentAboutHandover,
  commentAboutWine,
  commentBeforeArrival,
  commentBeforeFamily,
  commentOfCleaner,
} from "./words.ts";

/** What a stay of the demo is to be. */
export type StayKind = "booked" | "hold" | "unavailable" | "canceled";

/** A stay that every demo has, whatever day it is made on. Days count from that day. */
export interface PromisedStay {
  /** What would be missing without it. */
  readonly promise: string;
  /** Its place among the account's rentals: no two promised stays of a rental may meet. */
  readonly rental: number;
  readonly kind: StayKind;
  readonly arrival: number;
  readonly nights: number;
  /** When it was booked. */
  readonly made: number;
  readonly canceled?: number;
  /** Until when a hold waits: a day, or so many hours after the demo was made. */
  readonly until?: number;
  readonly untilHours?: number;
  readonly children?: number;
  /** Nothing but the down payment came. */
  readonly owes?: true;
  readonly comment?: string;
}

/**
 * What every demo has, in each of its accounts: docs/agents.md asks for some of it on any day, and the pages about today show the rest.
 * What else there is follows from the seed, and promises nothing.
 */
export const promisedStays: readonly PromisedStay[] = [
  { promise: "guests in the house", rental: 1, kind: "booked", arrival: -3, nights: 7, made: -60 },
  { promise: "guests in a second house", rental: 4, kind: "booked", arrival: -2, nights: 4, made: -25 },
  {
    promise: "a family arrives in the next two weeks, and has not paid everything",
    rental: 2,
    kind: "booked",
    arrival: 5,
    nights: 7,
    made: -45,
    children: 2,
    owes: true,
    comment: commentBeforeFamily,
  },
  {
    promise: "a stay of the last ninety days, with a note about wine",
    rental: 3,
    kind: "booked",
    arrival: -30,
    nights: 7,
    made: -100,
    comment: commentAboutWine,
  },
  {
    promise: "a stay that was canceled in the last year, and why",
    rental: 2,
    kind: "canceled",
    arrival: 40,
    nights: 7,
    made: -70,
    canceled: -12,
  },
  {
    promise: "a hold that waits to be confirmed",
    rental: 3,
    kind: "hold",
    arrival: 30,
    nights: 7,
    made: -1,
    until: 4,
  },
  {
    promise: "guests who leave today, where others arrive today",
    rental: 0,
    kind: "booked",
    arrival: -7,
    nights: 7,
    made: -96,
    comment: commentOfCleaner,
  },
  {
    promise: "guests who arrive today, where others leave",
    rental: 0,
    kind: "booked",
    arrival: 0,
    nights: 7,
    made: -58,
    comment: commentAboutHandover,
  },
  {
    promise: "guests who leave today, and have not paid everything",
    rental: 2,
    kind: "booked",
    arrival: -4,
    nights: 4,
    made: -33,
    owes: true,
  },
  {
    promise: "guests who arrive today, and have not paid everything",
    rental: 3,
    kind: "booked",
    arrival: 0,
    nights: 4,
    made: -17,
    owes: true,
    comment: commentBeforeArrival,
  },
  {
    promise: "guests who arrive in two days, on the day on which others leave",
    rental: 4,
    kind: "booked",
    arrival: 2,
    nights: 5,
    made: -71,
  },
  {
    promise: "a hold that is about to expire",
    rental: 0,
    kind: "hold",
    arrival: 48,
    nights: 7,
    made: -1,
    untilHours: 5,
  },
];

/** Nights that nobody books, in the accounts that have so many rentals. Days count from that day. */
export interface PromisedFreedom {
  readonly promise: string;
  readonly rental: number;
  /** The weekday on which the free nights begin, on that day or the next such one; 0 is Sunday. Any without. */
  readonly weekday?: number;
  readonly from: number;
  readonly nights: number;
}

export const promisedFreedom: readonly PromisedFreedom[] = [
  {
    promise: "a week from Saturday to Saturday, as the high season wants it, for the commands that a start prints",
    rental: 0,
    weekday: 6,
    from: 14,
    nights: 7,
  },
  {
    promise:
      "the week after next, for four people, in a rental of all seasons, with room around it for its rule about gaps",
    rental: 5,
    from: 11,
    nights: 13,
  },
];
