import type { TranslateServer } from "@roost/messages/server-messages.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { type Html, html } from "./html.ts";
import { notice, sentence } from "./pay-parts.ts";

/** The outcome of a bill; undefined while it waits to be paid. @param isChanged the guest wanted to pay another amount */
export function billNotice(bill: Bill, t: TranslateServer, isChanged = false): Html | undefined {
  const { canceledAt, isTentative, toPay, total, paid, gateway, last } = bill;
  if (isChanged) return warning(t("pages.pay.changed"));
  if (last?.state === "under way") return notice(t("pages.pay.underWay"));
  if (canceledAt !== null) {
    const returned = last?.state === "refunded" ? ` ${t("pages.pay.refunded")}` : "";
    return warning(
      `${isTentative ? t("pages.pay.expired") : t("pages.pay.canceled")} ${t("pages.pay.nothingToPay")}${returned}`,
    );
  }
  if (total !== null && toPay === 0)
    return notice(paid < total ? t("pages.pay.allAuthorized") : t("pages.pay.allPaid"), "good");
  switch (last?.state) {
    case "at the gateway":
      return notice(t("pages.pay.waiting"));
    case "rejected":
      return warning(t("pages.pay.refused"), bill, t);
    case "refunded":
      return notice(t("pages.pay.refunded"));
    case "paid":
      return notice(t("pages.pay.received"), "good");
    default:
      return gateway === undefined ? notice(t("pages.pay.noGateway")) : undefined;
  }
}

/** An error notice. The gateway's reason is in English. */
function warning(words: string, bill?: Bill, t?: TranslateServer): Html {
  const reason = bill?.last?.reason;
  const explanation =
    t && reason ? html` <span lang="en">${sentence(reason)}</span> ${t("pages.pay.notCharged")}` : undefined;
  return html`<p class="notice bad" role="alert">${words}${explanation}</p>`;
}
