import { useI18n } from "../i18n/i18n.ts";
import type { Translate } from "../i18n/translate.ts";
import { dayOf } from "./days.ts";
import type { Formats } from "./formats.ts";

interface ChangeListProps {
  /** Before and after by attribute, as in the API. */
  readonly changes: Readonly<Record<string, readonly unknown[]>>;
  readonly formats: Formats;
  /** The currency of amounts; without it they are shown as plain numbers. */
  readonly currency?: string | null | undefined;
  /** The clock of the times; by default the account's. */
  readonly timeZone?: string | undefined;
  /** The name of a record whose id an attribute holds; undefined if it is unknown. */
  readonly nameOf?: (attribute: string, value: unknown) => string | undefined;
  /** Attributes to leave out. */
  readonly excluded: ReadonlySet<string>;
}

/** Lists each attribute's change (events.md, Audit). */
export function ChangeList({ changes, excluded, ...values }: ChangeListProps) {
  const { t } = useI18n();
  const shown = Object.entries(changes).filter(([name]) => !excluded.has(name));
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.map(([name, [before, after]]) => (
        <li key={name}>
          {t("booking.changed", {
            name: t.find(`booking.attributes.${name}`) ?? name.replaceAll("_", " "),
            before: valueWords(name, before, values, t),
            after: valueWords(name, after, values, t),
          })}
        </li>
      ))}
    </ul>
  );
}

const amounts = /(_price|_amount|_deposit|^downpayment|^commission)$/;

/** Times on the rental's own clock, whose zone they do not name (bookings.md, States). */
const houseTimes = new Set(["start_at", "end_at", "balance_due_at", "free_cancelation_until"]);

/** Formats a value: amounts with their currency, days and times in the person's language, records by their names. */
function valueWords(name: string, value: unknown, list: Omit<ChangeListProps, "changes" | "excluded">, t: Translate) {
  const { currency, formats, timeZone, nameOf } = list;
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "booking.yes" : "booking.no");
  if (currency && amounts.test(name)) return formats.money(String(value), currency);
  if (typeof value === "string" && houseTimes.has(name)) return `${formats.date(dayOf(value))}, ${value.slice(11, 16)}`;
  if (typeof value === "string" && name.endsWith("_at")) return formats.moment(value, timeZone);
  return nameOf?.(name, value) ?? (typeof value === "object" ? JSON.stringify(value) : String(value));
}
