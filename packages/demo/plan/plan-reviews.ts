import { instantOnDay } from "../../../src/core/day.ts";
import { aboutGuests, type Mood, type Opinion, opinions } from "../content/review-texts.ts";
import type { PlannedBooking } from "./plan-booking.ts";
import type { Random } from "./random.ts";

/** The rated criteria of demo reviews. */
const rated = ["cleanliness", "communication", "checkin", "location", "comfort", "value_for_money"] as const;

/** A guest's review and its reply. Times are epoch milliseconds. */
export interface PlannedReview {
  readonly mood: Mood;
  readonly opinion: Opinion;
  /** Stars from 1 to 5. */
  readonly stars: Readonly<Record<string, number>>;
  readonly at: number;
  readonly answeredAt?: number;
}

/** A host's review of the guest; a draft is not submitted. */
export interface PlannedHostReview {
  readonly about: (typeof aboutGuests)[number];
  readonly at: number;
  readonly isDraft: boolean;
}

/** The reviews of a booking, by its index in the account. */
export interface PlannedOpinions {
  readonly booking: number;
  readonly review?: PlannedReview;
  readonly hostReview?: PlannedHostReview;
}

/** Guests review more than half of past stays, and hosts some. The newest stay has a draft of a host review. */
export function planReviews(random: Random, bookings: readonly PlannedBooking[], today: number): PlannedOpinions[] {
  const over = [...bookings.entries()]
    .filter(([, { stay, visit, canceled }]) => visit && !canceled && stay.kind === "booked" && stay.departure < today)
    .sort(([, one], [, other]) => one.stay.departure - other.stay.departure || one.stay.rental - other.stay.rental);
  const newest = over.at(-1)?.[0];
  // The newest review waits for a reply. The newest that is over a week old has one.
  const answered = over.findLast(([index, { stay }]) => index !== newest && stay.departure < today - 7)?.[0];
  // Each house has its own popularity.
  const liked = new Map<number, number>();
  return over.map(([booking, { stay }]) => {
    const likes = liked.get(stay.rental) ?? random.between(40, 48) / 10;
    liked.set(stay.rental, likes);
    const isDraft = booking === newest;
    const isGuaranteed = booking === newest || booking === answered;
    const drawn =
      random.chance(0.6) || isGuaranteed
        ? planReview(random, likes, { ...stay, today, within: isGuaranteed ? 3 : 12 })
        : undefined;
    const review = drawn && (isGuaranteed ? answeredOrNot(drawn, booking === answered) : drawn);
    const writes = random.chance(0.35) || (isDraft && stay.departure > today - 13);
    const about = random.pick([...aboutGuests.slice(0, 2), ...aboutGuests]);
    const at = isDraft ? instantOnDay(today, 0) : momentAfter(random, stay.departure, today, 10);
    return {
      booking,
      ...(review && { review }),
      ...(writes && !(isDraft && stay.departure <= today - 13) ? { hostReview: { about, at, isDraft } } : {}),
    };
  });
}

/** The review with a reply on the next day, or without one. */
function answeredOrNot({ answeredAt, ...review }: PlannedReview, isAnswered: boolean): PlannedReview {
  return isAnswered ? { ...review, answeredAt: answeredAt ?? review.at + 20 * 3_600_000 } : review;
}

/** @param when.within days after departure in which it is written; all days are epoch days */
function planReview(
  random: Random,
  likes: number,
  { departure, today, within }: { readonly departure: number; readonly today: number; readonly within: number },
): PlannedReview {
  const overall = Math.min(5, Math.max(2.6, likes + (random.next() + random.next() - 1) * 1.3));
  const mood: Mood = overall >= 4.3 ? "delighted" : overall >= 3.5 ? "content" : "mixed";
  const stars = Object.fromEntries(
    rated.map((criterion) => [criterion, Math.min(5, Math.max(2, Math.round(overall + random.next() * 1.6 - 0.7)))]),
  );
  const at = momentAfter(random, departure, today, within);
  const answeredAt = at + random.between(4, 60) * 3_600_000;
  const isAnswered = random.chance(mood === "delighted" ? 0.4 : 0.85) && answeredAt < instantOnDay(today, 0);
  return { mood, opinion: random.pick(opinions[mood]), stars, at, ...(isAnswered && { answeredAt }) };
}

/** A random time after a departure and before today; both are epoch days. */
function momentAfter(random: Random, departure: number, today: number, days: number): number {
  const last = Math.min(departure + days, today - 1);
  return instantOnDay(random.between(departure, last), random.between(13, 21));
}
