import { replies } from "@roost/demo/content/review-texts.ts";
import { textFor } from "@roost/demo/content/texts.ts";
import type { PlannedBooking } from "@roost/demo/plan/plan-booking.ts";
import type { PlannedHostReview, PlannedOpinions, PlannedReview } from "@roost/demo/plan/plan-reviews.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import type { InProcessApi } from "./in-process-api.ts";

/** A booking that is there, and in which language its guest writes. */
export interface ReviewedBooking {
  readonly id: number;
  readonly planned: PlannedBooking;
  readonly locale: string;
  /** The id of the source that it came from. */
  readonly source: number;
}

/** Has guests and hosts say what the plan says. @param bookings those of the account, in the order of the plan */
export async function seedReviews(
  counter: InProcessApi,
  planned: readonly PlannedOpinions[],
  bookingAt: (place: number) => ReviewedBooking,
): Promise<void> {
  for (const { booking: place, review, hostReview } of planned) {
    const booking = bookingAt(place);
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

/** A draft is nobody's but the host's; what is submitted may be shown. */
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
