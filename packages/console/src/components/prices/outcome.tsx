import { useI18n } from "../../i18n/i18n.ts";
import type { Formats } from "../formats.ts";
import { changedRate } from "./changed-rate.ts";
import { type ClosingChoices, closedCount, closings, keepClosings } from "./closings.ts";
import { type Marking, markedNights, type NightsChange } from "./marking.ts";
import type { PricedNights } from "./priced-nights.ts";
import styles from "./prices.module.css";

interface OutcomeProps {
  readonly rentals: readonly PricedNights[];
  readonly marking: Marking;
  readonly change: NightsChange;
  readonly formats: Formats;
}

interface Prices {
  readonly nights: number;
  readonly before: string;
  readonly after: string;
}

/** A rental's marked nights before and after the change: prices, and days closed to arrivals and departures. */
function useOutcomes({ marking, change, formats }: OutcomeProps) {
  const { t } = useI18n();
  const span = (rates: readonly string[], currency: string): string => {
    const figures = rates.map(Number);
    const [low, high] = [Math.min(...figures), Math.max(...figures)];
    if (figures.length === 0) return "–";
    return low === high
      ? formats.money(low, currency)
      : `${formats.money(low, currency)} – ${formats.money(high, currency)}`;
  };
  return ({ rental, map, overrides }: PricedNights): Prices => {
    const nights = markedNights(marking, map);
    const before = nights.map((day) => map.rates[day - map.first] ?? "0");
    const after = before.map((rate) => changedRate(rate, change.price, formats.digits(rental.currency)));
    const words = (rates: readonly string[], choices: ClosingChoices): string => {
      const closed = closings.map((one) => {
        const days = { keep: closedCount(overrides, one, nights), close: nights.length, open: 0 }[choices[one]];
        return days > 0 && t(`nightPrices.closed.${one}`, { days });
      });
      return [span(rates, rental.currency), ...closed].filter(Boolean).join(" · ");
    };
    return { nights: nights.length, before: words(before, keepClosings), after: words(after, change.closings) };
  };
}

/** Old and new nights: a sentence for one rental, a table for several. */
export function Outcome(props: OutcomeProps) {
  const { t } = useI18n();
  const outcomeOf = useOutcomes(props);
  const [only, ...others] = props.rentals;
  if (!only || outcomeOf(only).nights === 0) return <p className="hint">{t("rates.noneMarked")}</p>;
  if (others.length > 0) return <OutcomeTable {...props} />;
  const { nights, before, after } = outcomeOf(only);
  return (
    <p className="hint" aria-live="polite">
      {before === after ? t("rates.marked", { nights, price: before }) : t("rates.becomes", { nights, before, after })}
    </p>
  );
}

function OutcomeTable(props: OutcomeProps) {
  const { t } = useI18n();
  const outcomeOf = useOutcomes(props);
  return (
    <table className={styles.outcome} aria-live="polite">
      <thead>
        <tr>
          <th scope="col">{t("calendar.rental")}</th>
          <th scope="col">{t("nightPrices.now")}</th>
          <th scope="col">{t("nightPrices.new")}</th>
        </tr>
      </thead>
      <tbody>
        {props.rentals.map((one) => {
          const { before, after } = outcomeOf(one);
          return (
            <tr key={one.rental.id}>
              <th scope="row">{one.rental.name}</th>
              <td>{before}</td>
              <td>{before === after ? before : <strong>{after}</strong>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
