import type { FastifyInstance, FastifyReply } from "fastify";
import { typedText } from "../../../kernel/values/text.ts";
import { reviewAsGuest, reviewStateOf } from "../../../modules/guests/reviews/review-as-guest.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { type ReviewForm, reviewPage } from "../pages/portal/review-page.ts";
import { type GuestRequest, type PortalDependencies, type PortalPath, withGuest, writing } from "./portal-request.ts";

const maxTitleLength = 255;
const maxTextLength = 5000;

/** The guest's review, from the day of departure on. */
export function reviewRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  app.get<PortalPath>(
    "/portal/:token/review",
    withGuest(dependencies, async (found) => {
      const { reply, path, page, now } = found;
      const state = await page.scope.transaction((transaction) => reviewStateOf(transaction, page, now), "read");
      return state === "open" ? show(found, undefined) : goTo(reply, path);
    }),
  );

  app.post<PortalPath>(
    "/portal/:token/review",
    withGuest(dependencies, async (found) => {
      const { reply, path, page, speech } = found;
      const typed = typedReview(found);
      if (typed.comment === "" || !/^[1-5]$/.test(typed.rating))
        return show(found, speech.t("pages.portal.review.incomplete"));
      await writing(dependencies, found, (context) =>
        reviewAsGuest(context, page.booking, { ...typed, rating: Number(typed.rating) }),
      );
      return goTo(reply, path);
    }),
  );
}

function show(found: GuestRequest, problem: string | undefined): FastifyReply {
  const { reply, path, visit, speech } = found;
  const shown = { path, visit, typed: typedReview(found), problem };
  return sendPage(reply, reviewPage(shown, speech), problem === undefined ? 200 : 422);
}

function typedReview({ form }: GuestRequest): ReviewForm["typed"] {
  const text = (name: string): string => typedText(form.text(name), maxTextLength, true);
  return {
    rating: form.text("rating"),
    title: typedText(form.text("title"), maxTitleLength),
    comment: text("comment"),
    privateComment: text("private_comment"),
  };
}
