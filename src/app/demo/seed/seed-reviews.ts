import { replies } from "@roost/demo/content/review-texts.ts";
import { textFor } from "@roost/demo/content/texts.ts";
import type { PlannedBooking } from "@roost/demo/plan/plan-booking.ts";
import type { PlannedHostReview, PlannedOpinions, PlannedReview } from "@roost/demo/plan/plan-reviews.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import type { InProcessApi } from "./in-process-api.ts";

/** A created booking with its guest's language. */
export interface ReviewedBooking {
  readonly id: number;
  readonly planned: PlannedBooking;
  readonly locale: string;
  /** The id of its source. */
  readonly source: number;
}

/** Creates the plan's guest and host reviews. @param bookingAt finds a booking by its index in the plan */
export async function seedReviews(
  counter: InProcessApi,
  planned: readonly PlannedOpinions[],
  bookingAt: (index: number) => ReviewedBooking,
): Promise<void> {
  for (const { booking: index, review, hostReview } of planned) {
    const booking = bookingAt(index);
    if (review) await writeReview(counter, booking, review);
    if (hostReview) await writeHostReview(counter.at(hostReview.at), booking, hostReview);
  }
}

async function writeReview(
  counter: InProcessApi,
  { id, locale, source }: ReviewedBooking,
  { mood, opinion, stars, at, answeredAt }: PlannedReview,
): Promise<void> {
  const criteria = Object.entries(stars).map(([name, rating]) => [name, { rating: `${rating}.0` }] as const);
  const review = await counter.at(at).create(`/bookings/${id}/reviews`, "reviews", {
    title: textFor(opinion.title, locale),
    comment: textFor(opinion.comment, locale),
    criteria: Object.fromEntries(criteria),
    source_id: source,
    submitted_at: formatInstant(at),
  });
  if (answeredAt === undefined) return;
  const reply = { message: textFor(replies[mood], locale), submitted_at: formatInstant(answeredAt) };
  await counter.at(answeredAt).write("POST", `/reviews/${review}/reply`, { review_replies: [reply] });
}

/** Creates a host review. A draft is visible to the host only. */
async function writeHostReview(
  counter: InProcessApi,
  { id, source }: ReviewedBooking,
  { about: { comment, stars }, isDraft, at }: PlannedHostReview,
): Promise<void> {
  const [cleanliness, communication, rules] = stars.map((rating) => ({ rating: `${rating}.0` }));
  const body = {
    comment,
    criteria: { cleanliness, communication, respect_house_rules: rules },
    is_guest_recommended: stars.every((rating) => rating > 3),
    source_id: source,
    shareable: !isDraft,
    ...(isDraft ? {} : { submitted_at: formatInstant(at) }),
  };
  await counter.write("POST", `/bookings/${id}/host_reviews${isDraft ? "/draft" : ""}`, { host_reviews: [body] });
}
