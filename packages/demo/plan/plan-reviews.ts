import { instantOnDay } from "../../../src/core/day.ts";
import { aboutGuests, type Mood, type Opinion, opinions } from "../content/review-texts.ts";
import type { PlannedBooking } from "./plan-booking.ts";
import type { Random } from "./random.ts";

/** What is rated in a review of the demo. */
const rated = ["cleanliness", "communication", "checkin", "location", "comfort", "value_for_money"] as const;

/** What a guest says of a stay, and what was answered. Moments are epoch milliseconds. */
export interface PlannedReview {
  readonly mood: Mood;
  readonly opinion: Opinion;
  /** Stars from 1 to 5. */
  readonly stars: Readonly<Record<string, number>>;
  readonly at: number;
  readonly answeredAt?: number;
}

/** What the host says of the guest; a draft has not been submitted. */
export interface PlannedHostReview {
  readonly about: (typeof aboutGuests)[number];
  readonly at: number;
  readonly isDraft: boolean;
}

/** What is said about a booking, which is named by its place among the account's. */
export interface PlannedOpinions {
  readonly booking: number;
  readonly review?: PlannedReview;
  readonly hostReview?: PlannedHostReview;
}

/** Of the stays that are over, guests review more than half, and hosts some; the newest has a host review that is a draft. */
export function planReviews(random: Random, bookings: readonly PlannedBooking[], today: number): PlannedOpinions[] {
  const over = [...bookings.entries()]
    .filter(([, { stay, visit, canceled }]) => visit && !canceled && stay.kind === "booked" && stay.departure < today)
    .sort(([, one], [, other]) => one.stay.departure - other.stay.departure || one.stay.rental - other.stay.rental);
  const newest = over.at(-1)?.[0];
  // The newest one waits for an answer; the newest of those that are over for more than a week has one.
  const answered = over.findLast(([place, { stay }]) => place !== newest && stay.departure < today - 7)?.[0];
  // A house is liked as it is: some are liked more than others.
  const liked = new Map<number, number>();
  return over.map(([booking, { stay }]) => {
    const likes = liked.get(stay.rental) ?? random.between(40, 48) / 10;
    liked.set(stay.rental, likes);
    const isDraft = booking === newest;
    const isPromised = booking === newest || booking === answered;
    const drawn =
      random.chance(0.6) || isPromised
        ? planReview(random, likes, { ...stay, today, within: isPromised ? 3 : 12 })
        : undefined;
    const review = drawn && (isPromised ? answeredOrNot(drawn, booking === answered) : drawn);
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

/** The review with an answer of the day after, or with none. */
function answeredOrNot({ answeredAt, ...review }: PlannedReview, isAnswered: boolean): PlannedReview {
  return isAnswered ? { ...review, answeredAt: answeredAt ?? review.at + 20 * 3_600_000 } : review;
}

/** @param when.within days after the departure in which it is written; all days are epoch days */
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

/** Some day after a departure, and before today; both are epoch days. */
function momentAfter(random: Random, departure: number, today: number, days: number): number {
  const last = Math.min(departure + days, today - 1);
  return instantOnDay(random.between(departure, last), random.between(13, 21));
}
