import { useI18n } from "../i18n/i18n.ts";
import type { Formats } from "./formats.ts";

interface ChangeListProps {
  /** Before and after by attribute, as in the API. */
  readonly changes: Readonly<Record<string, readonly unknown[]>>;
  readonly formats: Formats;
  /** The currency of amounts; without it they are shown as plain numbers. */
  readonly currency?: string | null | undefined;
  /** Attributes to leave out. */
  readonly excluded: ReadonlySet<string>;
}

/** Lists each attribute's change (events.md, Audit). */
export function ChangeList({ changes, formats, currency, excluded }: ChangeListProps) {
  const { t } = useI18n();
  const shown = Object.entries(changes).filter(([name]) => !excluded.has(name));
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.map(([name, [before, after]]) => (
        <li key={name}>
          {t("booking.changed", {
            name: t.find(`booking.attributes.${name}`) ?? name.replaceAll("_", " "),
            before: valueWords(name, before, currency, formats),
            after: valueWords(name, after, currency, formats),
          })}
        </li>
      ))}
    </ul>
  );
}

const amounts = /(_price|_amount|_deposit|^downpayment|^commission)$/;

/** Formats a value: amounts with their currency, timestamps in the person's language. */
function valueWords(name: string, value: unknown, currency: string | null | undefined, formats: Formats): string {
  if (value === null || value === undefined || value === "") return "–";
  if (currency && amounts.test(name)) return formats.money(String(value), currency);
  if (typeof value === "string" && name.endsWith("_at")) return formats.moment(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
