import type { Stay } from "../../../components/bookings/stay.ts";
import type { Formats } from "../../../components/formats.ts";
import { useSources } from "../../../components/sources.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { Swatch } from "../tools/swatch.tsx";
import styles from "./grid.module.css";

interface StayFactsProps {
  readonly stay: Stay;
  /** The house's. */
  readonly timeZone: string | undefined;
  readonly formats: Formats;
}

/** A stay's main facts: guest, nights, balance, channel, notes. Those that the role cannot see are left out. */
export function StayFacts({ stay, timeZone, formats }: StayFactsProps) {
  const { t } = useI18n();
  const sources = useSources();
  const { guest, arrival, departure, state, expires, currency, price, open, source, notes } = stay;
  const money = (amount: string | null) => (amount && currency ? formats.money(amount, currency) : null);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t("stay.guest"), guest],
    [t("stay.arrival"), formats.date(arrival)],
    [t("stay.departure"), formats.date(departure)],
    [t("stay.nights"), String(departure - arrival)],
    [t("stay.expires"), expires && formats.moment(expires, timeZone)],
    [t("stay.price"), state === "unavailable" || state === "mirrored" ? null : money(price)],
    [t("stay.open"), Number(open) > 0 ? money(open) : null],
    [t("stay.channel"), source === null ? null : sources.data?.get(source)],
    [t("stay.notes"), notes],
  ];
  return (
    <>
      <p className={styles.title}>
        <Swatch look={state} /> {t(`calendar.states.${state}`)}
        {stay.reference && ` · ${stay.reference}`}
      </p>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}
