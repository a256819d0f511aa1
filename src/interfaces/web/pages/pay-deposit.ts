import type { TranslateServer } from "@roost/messages/server-messages.ts";
import type { DepositOnPage } from "../../../modules/money/payments/deposits/deposit-on-page.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { minorUnits } from "../../../modules/stays/bookings/change/paid-totals.ts";
import { type Html, html } from "./html.ts";
import { dayText } from "./moments.ts";
import { money, notice, sentence, testCardField } from "./pay-parts.ts";

/** The damage deposit: its amount and dates, and the form that authorizes it. */
export function depositCard(bill: Bill, deposit: DepositOnPage, t: TranslateServer): Html {
  return html`<section class="card">
<h2>${t("pages.deposit.title")}</h2>
${wordsOf(bill, deposit, t)}
${deposit.isPayable && bill.gateway ? form(bill, deposit, t) : undefined}
</section>`;
}

function wordsOf(bill: Bill, deposit: DepositOnPage, t: TranslateServer): Html | undefined {
  const { language } = bill;
  const amount = money(deposit.amount, bill);
  const release = dayText(deposit.releaseAt, language);
  switch (deposit.state) {
    case "planned":
    case "failed":
      return html`${deposit.state === "failed" ? refusal(deposit, t) : undefined}${
        deposit.isAtGateway ? notice(t("pages.deposit.waiting")) : undefined
      }<p>${
        deposit.isPayable || deposit.authorizeAt === null
          ? t("pages.deposit.due", { amount, release })
          : t("pages.deposit.planned", { amount, release, day: dayText(deposit.authorizeAt, language) })
      }${deposit.keepsCard && !deposit.isPayable ? ` ${t("pages.deposit.keepsCard")}` : undefined}</p>`;
    case "authorizing":
      return notice(t("pages.deposit.authorizing"));
    case "authorized":
    case "capturing":
      return notice(t("pages.deposit.authorized", { amount, release }), "good");
    case "captured":
      return html`<p>${t("pages.deposit.captured", {
        amount: money(deposit.captured ?? 0, bill),
        reason: deposit.captureReason ?? "",
      })}</p>`;
    case "released":
      return html`<p>${t("pages.deposit.released")}</p>`;
  }
}

/** The gateway's reason is in English. */
const refusal = ({ failureReason }: DepositOnPage, t: TranslateServer): Html =>
  html`<p class="notice bad" role="alert">${t("pages.deposit.failed")} <span lang="en">${sentence(failureReason ?? "")}</span></p>`;

function form(bill: Bill, { amount }: DepositOnPage, t: TranslateServer): Html {
  const isTest = bill.gateway?.name === "bogus";
  return html`<form class="fields" method="post">
<input type="hidden" name="shown-deposit" value="${minorUnits(amount, bill.currency)}">
${isTest ? testCardField("deposit-card", t) : undefined}
<div class="actions"><button class="button primary" type="submit" name="for" value="deposit">${t(
    "pages.deposit.authorize",
    {
      amount: money(amount, bill),
    },
  )}</button></div>
${isTest ? undefined : html`<p class="fine">${t("pages.pay.atGateway")}</p>`}
</form>`;
}
