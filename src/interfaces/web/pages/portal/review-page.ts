import type { PortalVisit } from "../../../../modules/stays/portal/portal-code.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";
import { guestForm, submitButton } from "./parts.ts";

/** The content of the review's page. */
export interface ReviewForm {
  readonly path: string;
  readonly visit: PortalVisit;
  readonly typed: {
    readonly rating: string;
    readonly title: string;
    readonly comment: string;
    readonly privateComment: string;
  };
  readonly problem: string | undefined;
}

/** Asks for a review of the stay. */
export function reviewPage({ path, visit, typed, problem }: ReviewForm, speech: Speech): string {
  const { t } = speech;
  const title = t("pages.portal.review.title");
  const stars = [5, 4, 3, 2, 1].map(
    (count) =>
      html`<option value="${count}"${String(count) === typed.rating ? html` selected` : undefined}>${t("pages.portal.review.stars", { count })}</option>`,
  );
  const fields = html`<div class="field"><label for="rating">${t("pages.portal.review.rating")}</label><select id="rating" name="rating" required><option value=""></option>${stars}</select></div>
<div class="field"><label for="title">${t("pages.portal.review.headline")}</label><input id="title" name="title" type="text" maxlength="255" value="${typed.title}"></div>
<div class="field"><label for="comment">${t("pages.portal.review.comment")}</label><textarea id="comment" name="comment" rows="5" maxlength="5000" required>${typed.comment}</textarea></div>
<div class="field"><label for="private">${t("pages.portal.review.privateComment")}</label><textarea id="private" name="private_comment" rows="3" maxlength="5000">${typed.privateComment}</textarea></div>
${submitButton(t("pages.portal.review.send"))}`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
${problem === undefined ? undefined : html`<p class="notice bad" role="alert">${problem}</p>`}
${guestForm(visit, `${path}/review`, fields)}
<div class="actions"><a class="button quiet" href="${path}">${t("pages.portal.back")}</a></div>
</section>`;
  return page({ title, body, narrow: true, speech });
}
