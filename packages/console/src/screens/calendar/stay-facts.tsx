import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";
import type { Stay } from "./stays.ts";
import { useSources } from "./tags.ts";

/** What one wants to know of a stay at a glance: guest, nights, money open, channel, notes. What a role does not see is not there. */
export function StayFacts({ stay, formats }: { readonly stay: Stay; readonly formats: Formats }) {
  const { words } = useWords();
  const sources = useSources();
  const { guest, arrival, departure, state, expires, currency, price, open, source, notes } = stay;
  const money = (amount: string | null) => (amount && currency ? formats.money(amount, currency) : null);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [words.stay.guest, guest],
    [words.stay.arrival, formats.date(arrival)],
    [words.stay.departure, formats.date(departure)],
    [words.stay.nights, String(departure - arrival)],
    [words.stay.expires, expires && formats.moment(expires)],
    [words.stay.price, state === "unavailable" || state === "mirrored" ? null : money(price)],
    [words.stay.open, Number(open) > 0 ? money(open) : null],
    [words.stay.channel, source === null ? null : sources.data?.get(source)],
    [words.stay.notes, notes],
  ];
  return (
    <>
      <p className="facts-title">
        <span className={`swatch ${state}`} aria-hidden="true" /> {words.calendar.states[state]}
        {stay.reference && ` · ${stay.reference}`}
      </p>
      <dl className="facts">
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
