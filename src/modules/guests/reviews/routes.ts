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

/** Moves a route to another path with the same parameters. */
const at = (path: string, route: Route): Route => ({ ...route, path });

/** Makes a reply the body and response of an action on a review. */
const replying = (route: Route): Route => ({ ...route, resource: reviewReply });

export const reviewsRoutes: readonly Route[] = [
  ...reads(review),
  createsUnder(booking, review, {
    scopes,
    description:
      "For a stay that was not canceled, from its day of departure on. A booking has one review per source, and one without a source. The reviewer's name and country are the guest's.",
    lockParent,
    create: withStay(createReview),
  }),
  action(review, {
    on: "one",
    method: "PUT",
    path: "dismiss",
    scopes,
    summary: "Dismiss a review, which then no longer counts for the rental's average.",
    description:
      "The review stays, with who dismissed it, when and why. Repeating the request updates these. A dismissal can't be undone.",
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
      description: "A review has at most one reply. Dismissed reviews can't have one.",
      body: replyBody,
      run: replyToGuest,
    }),
  ),
  ...reads(hostReview),
  createsUnder(booking, hostReview, {
    scopes,
    description: "Submits the review immediately, for a stay that is over and whose review has not expired.",
    lockParent,
    create: withStay(createHostReview),
  }),
  at("/bookings/:booking_id/host_reviews/draft", {
    ...createsUnder(booking, hostReview, { scopes, lockParent, create: withStay(createDraft) }),
    summary: "Create a draft of a host review.",
    description: "Drafts need reviews_write and may be incomplete.",
  }),
  at(
    "/host_reviews/draft/:host_review_id",
    action(hostReview, {
      on: "one",
      method: "PUT",
      path: "draft",
      scopes,
      summary: "Update a host review's draft. Omitted attributes stay.",
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
      summary: "Submit a host review's draft.",
      description: "The draft needs a comment and must not have expired. Submission is final.",
      run: submitDraft,
    }),
  ),
  action(hostReview, {
    on: "one",
    method: "PUT",
    path: "dismiss",
    scopes,
    summary: "Dismiss a host review or its draft.",
    description:
      "The review stays, with who dismissed it, when and why. Repeating the request updates these. A dismissal can't be undone.",
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
      summary: "Store a guest's reply to a host review.",
      description: "A review has at most one reply. Drafts and dismissed reviews can't have one.",
      body: replyBody,
      run: replyToHost,
    }),
  ),
  ...reads(reviewReply),
];
