import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { useI18n } from "../i18n/i18n.ts";
import type { Formats } from "./formats.ts";
import { Pending } from "./pending.tsx";
import classes from "./quote.module.css";
import type { useQuote } from "./quote.ts";
import { refusalWords, stepWords } from "./quote-words.ts";
import { minorOf } from "./record-payment.ts";

interface QuoteViewProps {
  readonly quote: ReturnType<typeof useQuote>;
  readonly formats: Formats;
  readonly nights: number;
  /** Describes a rates rule by its id. */
  readonly explain?: (rule: number) => string | undefined;
  /** An action that fixes a rule that refuses the stay. */
  readonly fix?: (rule: number) => ReactNode;
}

/** The price of a stay, line by line, and the reasons to refuse it with their fixes. */
export function QuoteView({ quote, formats, nights, explain, fix }: QuoteViewProps) {
  const { language, t } = useI18n();
  if (nights <= 0) return <p className="hint">{t("book.noNights")}</p>;
  const { data, isFetching } = quote;
  if (!data) return <Pending reads={[quote]} />;
  // A line that shows as nothing, such as rounding by 0.00 or by 0.004, says nothing.
  const isAmount = ({ amount }: { readonly amount: string | number }) => minorOf(amount, data.currency ?? "EUR") !== 0;
  const money = (amount: string | number) => formats.money(amount, data.currency);
  const named = (name: Readonly<Record<string, string | null>>) => name[language] ?? name.en ?? Object.values(name)[0];
  const refusals = data.refusals ?? [];
  const details = data.price_details;
  return (
    <section className={classes.quote} aria-live="polite" aria-busy={isFetching}>
      {refusals.length > 0 && (
        <Alert color="orange" title={t("book.refused")} mb="sm">
          <ul>
            {refusals.map((refusal) => (
              <li key={JSON.stringify(refusal)}>
                {explain?.(Number(refusal.rates_rule_id)) ?? refusalWords(refusal, t)}{" "}
                {refusal.rates_rule_id != null && fix?.(Number(refusal.rates_rule_id))}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {details && (
        <table className={classes.lines}>
          <tbody>
            {details.rental.filter(isAmount).map(({ step, id, nights: of, amount }) => (
              <tr key={`${step} ${id}`}>
                <th scope="row">
                  {stepWords(step, of, t)}
                  {explain && id !== null && <small className={classes.ruleExplanation}>{explain(id)}</small>}
                </th>
                <td>{money(amount)}</td>
              </tr>
            ))}
            {details.fees.filter(isAmount).map(({ rentals_fee_id, name, quantity, price, amount }) => (
              <tr key={`fee ${rentals_fee_id}`}>
                <th scope="row">
                  {named(name)}
                  {quantity > 1 && ` · ${quantity} × ${money(price)}`}
                </th>
                <td>{money(amount)}</td>
              </tr>
            ))}
            {details.taxes
              .filter(isAmount)
              .map(({ tax_id, taxable_id, taxable_type, name, percentage, amount, included }) => (
                <tr
                  key={`tax ${tax_id} ${taxable_type} ${taxable_id}`}
                  className={included ? classes.included : undefined}
                >
                  <th scope="row">
                    {named(name)} {formats.percent(percentage)}
                    {included && ` · ${t("book.included")}`}
                  </th>
                  <td>{money(amount)}</td>
                </tr>
              ))}
          </tbody>
          {data.final_price !== null && data.final_price !== undefined && (
            <tfoot>
              <tr>
                <th scope="row">{t("book.total", { nights })}</th>
                <td>{money(data.final_price)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </section>
  );
}
