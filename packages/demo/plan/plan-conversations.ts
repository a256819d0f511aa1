import { instantOnDay } from "../../../src/core/day.ts";
import type { Script } from "../content/conversation-texts.ts";
import * as texts from "../content/conversation-texts.ts";
import type { PlannedBooking } from "./plan-booking.ts";

/** A demo conversation: its messages from a time (epoch milliseconds), with a booking's guest. */
export interface PlannedConversation {
  readonly script: Script;
  readonly begins: number;
  /** The booking's index in the account. */
  readonly booking: number;
  /** Another stay that the guest asks about; days are epoch days. */
  readonly asksFor?: { readonly arrival: number; readonly departure: number };
}

/** A guest's stay, and its index among the bookings. */
interface Visited {
  readonly booking: PlannedBooking;
  readonly index: number;
}

/** One conversation per situation around the day: guests who arrive soon, are there, or have left. All messages are older than today. */
export function planConversations(bookings: readonly PlannedBooking[], today: number): PlannedConversation[] {
  const stays = bookings
    .flatMap((booking, index) => (booking.visit && !booking.canceled ? [{ booking, index }] : []))
    .sort((one, other) => one.booking.stay.arrival - other.booking.stay.arrival || one.index - other.index);
  const taken = new Set<number>();
  const next = (fits: (stay: PlannedBooking["stay"]) => boolean, list: readonly Visited[] = stays) => {
    const found = list.find(
      ({ booking: { stay, visit } }) => visit !== undefined && !taken.has(visit.client) && fits(stay),
    );
    if (found?.booking.visit) taken.add(found.booking.visit.client);
    return found;
  };
  const latest = stays.toReversed();
  const family = next(({ guaranteed }) => guaranteed?.children !== undefined);
  const inTheHouse = next(({ arrival, departure }) => arrival < today - 1 && departure > today);
  const gone = next(({ departure }) => departure < today - 1, latest);
  const coming = [1, 2].map(() => next(({ arrival }) => arrival > today));
  const before = [1, 2].map(() => next(({ departure }) => departure < today - 30, latest));
  const at = (day: number, hour: number) => instantOnDay(day, 0) + hour * 3_600_000;
  return [
    ...about(family, texts.cotAndCar, at(today - 20, 9.7)),
    ...about(gone, texts.leftBehind, at((gone?.booking.stay.departure ?? 0) + 1, 10.2)),
    ...about(before[0], texts.comingBack, at(today - 4, 15.4), today + 150),
    ...about(coming[1], texts.oneMoreNight, at(today - 2, 20.1)),
    ...about(inTheHouse, texts.coldRoom, at(today - 1, 8.25)),
    ...about(before[1], texts.withDog, at(today - 1, 17.3), today + 180),
    ...about(coming[0], texts.lateArrival, at(today - 1, 18.35)),
  ];
}

/** Omits conversations that would start before the booking. */
function about(stay: Visited | undefined, script: Script, begins: number, asked?: number): PlannedConversation[] {
  if (!stay) return [];
  return [
    {
      script,
      begins: Math.max(begins, stay.booking.madeAt + 3_600_000),
      booking: stay.index,
      ...(asked === undefined ? {} : { asksFor: { arrival: asked, departure: asked + 7 } }),
    },
  ];
}
