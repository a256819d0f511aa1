import {
  commentAboutHandover,
  commentAboutWine,
  commentBeforeArrival,
  commentBeforeFamily,
  commentOfCleaner,
} from "./words.ts";

/** The state of a demo stay. */
export type StayKind = "booked" | "hold" | "unavailable" | "canceled";

/** A stay that every demo has, on any day. Days are relative to that day. */
export interface GuaranteedStay {
  /** The feature that the stay demonstrates. */
  readonly promise: string;
  /** The rental's index in the account. Guaranteed stays of a rental must not overlap. */
  readonly rental: number;
  readonly kind: StayKind;
  readonly arrival: number;
  readonly nights: number;
  /** The day of booking. */
  readonly made: number;
  readonly canceled?: number;
  /** A hold's expiry: a day, or hours after the demo's creation. */
  readonly until?: number;
  readonly untilHours?: number;
  readonly children?: number;
  /** Only the down payment was received. */
  readonly owes?: true;
  readonly comment?: string;
}

/** The stays that every demo has in each account. docs/guides/agents.md relies on some, and pages about today need others. All other stays are random. */
export const guaranteedStays: readonly GuaranteedStay[] = [
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

/** Nights that stay free, in accounts with enough rentals. Days are relative to the demo's day. */
export interface GuaranteedVacancy {
  readonly promise: string;
  readonly rental: number;
  /** The first weekday of the free nights, on or after that day; 0 is Sunday. Undefined: any. */
  readonly weekday?: number;
  readonly from: number;
  readonly nights: number;
}

export const guaranteedVacancies: readonly GuaranteedVacancy[] = [
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
