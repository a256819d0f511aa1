import { useI18n } from "../../i18n/i18n.ts";
import type { Formats } from "../formats.ts";
import { changedRate, type Marking, markedNights, type PriceChange } from "./marking.ts";
import styles from "./prices.module.css";
import type { PricedNights } from "./rate-map.ts";

interface OutcomeProps {
  readonly rentals: readonly PricedNights[];
  readonly marking: Marking;
  readonly price: PriceChange;
  readonly formats: Formats;
}

interface Prices {
  readonly nights: number;
  readonly before: string;
  readonly after: string;
}

/** The prices of a rental's marked nights, before and after the change. */
function pricesOf({ rental, map }: PricedNights, { marking, price, formats }: OutcomeProps): Prices {
  const { currency } = rental;
  const nights = markedNights(marking, map);
  const before = nights.map((day) => map.rates[day - map.first] ?? "0");
  const after = before.map((rate) => changedRate(rate, price, formats.digits(currency)));
  const span = (rates: readonly string[]): string => {
    const figures = rates.map(Number);
    const [low, high] = [Math.min(...figures), Math.max(...figures)];
    if (figures.length === 0) return "–";
    return low === high
      ? formats.money(low, currency)
      : `${formats.money(low, currency)} – ${formats.money(high, currency)}`;
  };
  return { nights: nights.length, before: span(before), after: span(after) };
}

/** Old and new prices: a sentence for one rental, a table for several. */
export function Outcome(props: OutcomeProps) {
  const { t } = useI18n();
  const { rentals, price } = props;
  const [only, ...others] = rentals;
  if (!only || pricesOf(only, props).nights === 0) return <p className="hint">{t("rates.noneMarked")}</p>;
  if (others.length > 0) return <OutcomeTable {...props} />;
  const { nights, before, after } = pricesOf(only, props);
  return (
    <p className="hint" aria-live="polite">
      {price.how === "keep"
        ? t("rates.marked", { nights, price: before })
        : t("rates.becomes", { nights, before, after })}
    </p>
  );
}

function OutcomeTable(props: OutcomeProps) {
  const { t } = useI18n();
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
          const { before, after } = pricesOf(one, props);
          return (
            <tr key={one.rental.id}>
              <th scope="row">{one.rental.name}</th>
              <td>{before}</td>
              <td>{props.price.how === "keep" ? before : <strong>{after}</strong>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
