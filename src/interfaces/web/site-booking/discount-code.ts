import type { SiteQuote } from "../../../modules/stays/site-bookings/quote-site-stay.ts";
import { type Html, html } from "../pages/html.ts";
import { amountText } from "../site/amounts.ts";
import type { OpenedSite } from "../site/open-site.ts";

/**
 * The reason why a guest's discount code does not count, as a sentence; undefined if it does. Codes that the guest cannot use whatever they book look
 * like unknown ones.
 */
export function codeRefusalWords({ speech }: OpenedSite, { code, quoted }: SiteQuote): string | undefined {
  if (!code || !("refusal" in code)) return undefined;
  const { t, language } = speech;
  const { refusal } = code;
  switch (refusal.kind) {
    case "other_rental":
      return t("pages.book.code.rental");
    case "minimum_nights":
      return t("pages.book.code.nights", { nights: refusal.nights });
    case "minimum_spend":
      return t("pages.book.code.spend", { amount: amountText(refusal.amount, quoted.book.currency, language) });
    case "until":
    case "used":
      return t("pages.book.code.ended");
    default:
      return t("pages.book.code.unknown");
  }
}

/** The field for a discount code, with the button that applies it. Undefined if no code applies. */
export function codeField(opened: OpenedSite, quote: SiteQuote, button: Html): Html | undefined {
  const { rental, stay } = quote;
  if (!rental.takesCodes && stay.code === undefined) return undefined;
  const { t } = opened.speech;
  const problem = codeRefusalWords(opened, quote);
  const wrong = problem && html` aria-invalid="true" aria-describedby="code-error"`;
  return html`<details${stay.code === undefined ? undefined : html` open`}>
<summary>${t("pages.book.code.question")}</summary>
<div class="field">
<label for="code">${t("pages.book.code.label")}</label>
<input id="code" name="code" value="${stay.code ?? ""}" maxlength="50" autocomplete="off"${wrong}>
${problem && html`<div class="error" id="code-error"><p>${problem}</p></div>`}
</div>
${button}
</details>`;
}
