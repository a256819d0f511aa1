import { useI18n } from "../../../i18n/i18n.ts";
import type { Formats } from "../../formats.ts";
import classes from "../../quote.module.css";
import type { CancelationQuote } from "./cancelation.ts";

interface CostProps {
  readonly quote: CancelationQuote;
  /** The chosen refunds in the booking's currency; undefined if the person may not refund. */
  readonly refund: number | undefined;
  readonly formats: Formats;
}

/** The paid amount, the policy's penalty with its reason, and the refund. */
export function Cost({ quote, refund, formats }: CostProps) {
  const { t } = useI18n();
  const { currency, cancelation_penalty: penalty, paid_amount, eligible_days, penalty_percentage, days_left } = quote;
  const money = (amount: string | number) => formats.money(amount, currency);
  const why = () => {
    if (penalty === null) return t("booking.noPolicy");
    if (eligible_days === null || penalty_percentage === null) return t("cancel.free", { days: days_left });
    return t("cancel.why", { percentage: formats.percent(penalty_percentage), item: eligible_days, days: days_left });
  };
  return (
    <section className={classes.quote}>
      <table className={classes.lines}>
        <tbody>
          <tr>
            <th scope="row">{t("booking.paid")}</th>
            <td>{money(paid_amount)}</td>
          </tr>
          <tr>
            <th scope="row">
              {t("booking.costed")}
              <small className={classes.ruleExplanation}>{why()}</small>
            </th>
            <td>{penalty === null ? "–" : money(penalty)}</td>
          </tr>
        </tbody>
        {refund !== undefined && (
          <tfoot>
            <tr>
              <th scope="row">{t("cancel.refund")}</th>
              <td aria-live="polite">{money(refund)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
