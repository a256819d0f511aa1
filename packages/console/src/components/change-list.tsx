import { useI18n } from "../i18n/i18n.ts";
import type { Formats } from "./formats.ts";

interface ChangeListProps {
  /** By attribute: before and after, as the API shows them. */
  readonly changes: Readonly<Record<string, readonly unknown[]>>;
  readonly formats: Formats;
  /** Of amounts; without it they are shown bare. */
  readonly currency?: string | null | undefined;
  /** Attributes that say nothing for themselves. */
  readonly excluded: ReadonlySet<string>;
}

/** What a change made of each attribute, as a person reads it (events.md, Audit). */
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

/** A value as a person reads it: amounts with their currency, moments in their language. */
function valueWords(name: string, value: unknown, currency: string | null | undefined, formats: Formats): string {
  if (value === null || value === undefined || value === "") return "–";
  if (currency && amounts.test(name)) return formats.money(String(value), currency);
  if (typeof value === "string" && name.endsWith("_at")) return formats.moment(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
