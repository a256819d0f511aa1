import { Group, NumberInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { DayInput } from "../../components/day-input.tsx";
import { dayOf, textOf, todayAt } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { type PricedRental, useRateMap } from "../../components/prices/rate-map.ts";
import { type Quote, useQuote } from "../../components/quote.ts";
import { QuoteView } from "../../components/quote-view.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Simulated, useBookable, variationsOf } from "./nearby.ts";
import styles from "./rates.module.css";
import { RuleDialog } from "./rule-dialog.tsx";
import { useRuleSentences } from "./rule-words.ts";
import type { Rule } from "./rules.ts";

interface SimulatorProps {
  readonly rental: PricedRental;
  readonly formats: Formats;
}

/** Quotes any stay: nights, each rule's effect, refusals, and bookable alternatives (console.md, Rates). */
export function Simulator({ rental, formats }: SimulatorProps) {
  const { t } = useI18n();
  const today = todayAt(rental.timeZone);
  const [stay, setStay] = useState<Simulated>({ arrival: today + 7, departure: today + 14, adults: 2, children: 0 });
  const { arrival, departure, adults, children } = stay;
  const quote = useQuote({ rental: rental.id, arrival, departure }, { adults, children });
  const { may } = useSession();
  const { rules, explain } = useRuleSentences(rental, formats);
  const [editedRule, edit] = useState<Rule>();
  const fixOf = (id: number) => {
    const rule = rules.data?.find((one) => one.id === id);
    return (
      rule &&
      may("rates_write") && (
        <button type="button" className="quiet" onClick={() => edit(rule)}>
          {t("rules.change")}
        </button>
      )
    );
  };
  return (
    <div className={styles.simulator}>
      <section>
        <Group grow align="flex-start">
          <DayInput
            label={t("stay.arrival")}
            value={textOf(arrival)}
            onDay={(day) => setStay({ ...stay, arrival: dayOf(day) })}
          />
          <DayInput
            label={t("stay.departure")}
            value={textOf(departure)}
            onDay={(day) => setStay({ ...stay, departure: dayOf(day) })}
          />
        </Group>
        <Group grow my="sm" align="flex-start">
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            label={t("book.adults")}
            min={1}
            value={adults}
            onChange={(value) => setStay({ ...stay, adults: Math.max(1, Number(value)) })}
          />
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            label={t("book.children")}
            min={0}
            value={children}
            onChange={(value) => setStay({ ...stay, children: Math.max(0, Number(value)) })}
          />
        </Group>
        <QuoteView quote={quote} formats={formats} nights={departure - arrival} explain={explain} fix={fixOf} />
        {editedRule && rental.table !== null && (
          <RuleDialog {...{ rental, formats }} table={rental.table} rule={editedRule} close={() => edit(undefined)} />
        )}
        {quote.data?.available === false && departure > arrival && !quote.isPlaceholderData && (
          <Nearby rental={rental} stay={stay} quote={quote.data} formats={formats} take={setStay} />
        )}
        {quote.data?.available && <p className={styles.bookable}>{t("simulator.bookable")}</p>}
      </section>
      <StayNights rental={rental} stay={stay} formats={formats} />
    </div>
  );
}

interface NearbyProps extends SimulatorProps {
  readonly stay: Simulated;
  readonly quote: Quote;
  readonly take: (stay: Simulated) => void;
}

function Nearby({ rental, stay, quote, formats, take }: NearbyProps) {
  const { t } = useI18n();
  const { found, reads } = useBookable(rental.id, variationsOf(stay, quote, todayAt(rental.timeZone)));
  return (
    <section aria-live="polite" aria-busy={reads.some(({ isPending }) => isPending)}>
      <h2>{t("simulator.alternatives")}</h2>
      {found.length === 0 &&
        (reads.every(({ data }) => data !== undefined) ? (
          <p className="hint">{t("simulator.nothingNear")}</p>
        ) : (
          <Pending reads={reads} />
        ))}
      <ul className={styles.alternatives}>
        {found.slice(0, 6).map(({ stay: other, quote: { final_price, currency } }) => (
          <li key={`${other.arrival} ${other.departure} ${other.adults}`}>
            <button type="button" className="quiet" onClick={() => take(other)}>
              {formats.date(other.arrival)} – {formats.date(other.departure)} ·{" "}
              {t("book.nights", { nights: other.departure - other.arrival })} ·{" "}
              {t("simulator.guests", { count: other.adults + other.children })}
              {typeof final_price === "number" || typeof final_price === "string"
                ? ` · ${formats.money(final_price, currency)}`
                : ""}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The nightly rates on which the price is based. */
function StayNights({ rental, stay, formats }: SimulatorProps & { readonly stay: Simulated }) {
  const { t } = useI18n();
  const read = useRateMap(rental.id);
  const nights = Array.from(
    { length: Math.min(Math.max(stay.departure - stay.arrival, 0), 90) },
    (_, at) => stay.arrival + at,
  );
  if (read.data === undefined) return <Pending reads={[read]} />;
  const map = read.data;
  return (
    <section>
      <table className={styles.nights}>
        <caption>{t("simulator.nights")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("simulator.night")}</th>
            <th scope="col">{t("rates.shortest")}</th>
            <th scope="col">{t("stay.price")}</th>
          </tr>
        </thead>
        <tbody>
          {nights.map((day) => {
            const rate = map?.rates[day - map.first];
            return (
              <tr key={day}>
                <th scope="row">{formats.date(day)}</th>
                <td>{map?.stays[day - map.first]}</td>
                <td>
                  {rate === undefined || Number(rate) === 0 ? t("rates.noPrice") : formats.money(rate, rental.currency)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
