import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { createsUnder } from "../../../kernel/write/creates.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { lockStay } from "../../stays/bookings/nights/lock-stay.ts";
import { createReview } from "./create-review.ts";
import { dismissalBody, dismissHostReview, dismissReview, lockRentalOfReview } from "./dismiss-review.ts";
import { hostReview } from "./host-review.ts";
import { replyBody, replyToGuest, replyToHost } from "./reply.ts";
import { review } from "./review.ts";
import { reviewReply } from "./review-reply.ts";
import { createDraft, createHostReview, draftBody, submitDraft, updateDraft } from "./save-host-review.ts";
import { withStay } from "./with-stay.ts";

const scopes = ["reviews_write"] as const;
const lockParent = lockStay;

/** The same route at another path; its parameters keep their names. */
const at = (path: string, route: Route): Route => ({ ...route, path });

/** An action on a review whose answer, and body, is a reply. */
const replying = (route: Route): Route => ({ ...route, resource: reviewReply });

export const reviewsRoutes: readonly Route[] = [
  ...reads(review),
  createsUnder(booking, review, {
    scopes,
    description:
      "Of a stay that is over: from the day of departure on, and not of a canceled booking. A booking has one review of each source, and one without a source. The reviewer's name and country are the guest's.",
    lockParent,
    create: withStay(createReview),
  }),
  action(review, {
    on: "one",
    method: "PUT",
    path: "dismiss",
    scopes,
    summary: "Dismiss a review: it counts no more for the rental's average.",
    description:
      "It stays, and says by whom, when and why it was dismissed, which may be said again; that it was is final.",
    body: dismissalBody.ofGuest,
    prepare: lockRentalOfReview,
    run: dismissReview,
  }),
  replying(
    action(review, {
      on: "one",
      method: "POST",
      path: "reply",
      scopes,
      success: 201,
      summary: "Reply to a guest's review.",
      description: "A review has one reply at most, and one that was dismissed gets none.",
      body: replyBody,
      run: replyToGuest,
    }),
  ),
  ...reads(hostReview),
  createsUnder(booking, hostReview, {
    scopes,
    description: "Submitted at once. Of a stay that is over, while the time to review its guest has not passed.",
    lockParent,
    create: withStay(createHostReview),
  }),
  at("/bookings/:booking_id/host_reviews/draft", {
    ...createsUnder(booking, hostReview, { scopes, lockParent, create: withStay(createDraft) }),
    summary: "Begin a host review as a draft.",
    description: "A draft is seen with reviews_write only, and may say as little as it likes.",
  }),
  at(
    "/host_reviews/draft/:host_review_id",
    action(hostReview, {
      on: "one",
      method: "PUT",
      path: "draft",
      scopes,
      summary: "Change the draft of a host review; what is absent stays.",
      body: draftBody,
      run: updateDraft,
    }),
  ),
  at(
    "/host_reviews/draft/:host_review_id/submit",
    action(hostReview, {
      on: "one",
      method: "PUT",
      path: "submit",
      scopes,
      summary: "Submit the draft of a host review.",
      description: "It needs a comment, and can be submitted until it expires. That is final.",
      run: submitDraft,
    }),
  ),
  action(hostReview, {
    on: "one",
    method: "PUT",
    path: "dismiss",
    scopes,
    summary: "Dismiss a host review, or the draft of one.",
    description:
      "It stays, and says by whom, when and why it was dismissed, which may be said again; that it was is final.",
    body: dismissalBody.ofHost,
    run: dismissHostReview,
  }),
  replying(
    action(hostReview, {
      on: "one",
      method: "POST",
      path: "reply",
      scopes,
      success: 201,
      summary: "Note what the guest replied to a host review.",
      description: "A review has one reply at most; drafts and those that were dismissed get none.",
      body: replyBody,
      run: replyToHost,
    }),
  ),
  ...reads(reviewReply),
];
