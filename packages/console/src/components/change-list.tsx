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
  /** A new record has no values before. */
  readonly isNew?: boolean;
}

/** Lists each attribute's change (events.md, Audit). */
export function ChangeList({ changes, excluded, isNew = false, ...values }: ChangeListProps) {
  const { t } = useI18n();
  const shown = Object.entries(changes).filter(([name]) => !excluded.has(name));
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.map(([name, [before, after]]) => (
        <li key={name}>
          {isNew
            ? t("proposals.value", { name: attributeWords(name, t), value: valueWords(name, after, values, t) })
            : t("booking.changed", {
                name: attributeWords(name, t),
                before: valueWords(name, before, values, t),
                after: valueWords(name, after, values, t),
              })}
        </li>
      ))}
    </ul>
  );
}

/** A name in words; one in a language, such as `name_de`, keeps the language. Others are read as they are. */
function attributeWords(name: string, t: Translate): string {
  const [, base = name, language] = /^(.*)_([a-z]{2})$/.exec(name) ?? [];
  const words = t.find(`booking.attributes.${name}`) ?? t.find(`audit.attributes.${name}`);
  const ofBase = t.find(`audit.attributes.${base}`);
  if (words === undefined && language !== undefined && ofBase !== undefined)
    return `${ofBase} (${language.toUpperCase()})`;
  const plain = name.replaceAll("_", " ");
  return words ?? `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
}

/** A structure in words: the few values of a list, the days of a period, or only how many there are. */
function structureWords(value: object, formats: Formats, t: Translate): string {
  const parts = Object.values(value);
  if (parts.length === 0) return "–";
  const texts = parts.flatMap((part) => {
    if (typeof part === "string" || typeof part === "number") return [dateWords(String(part), formats)];
    if (part === null || typeof part !== "object" || !("start_date" in part) || !("end_date" in part)) return [];
    return [`${dateWords(String(part.start_date), formats)} – ${dateWords(String(part.end_date), formats)}`];
  });
  const isShort = texts.length === parts.length && texts.length <= 4;
  return isShort ? texts.join(", ") : t("audit.values", { count: parts.length });
}

const dateWords = (text: string, formats: Formats): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? formats.date(dayOf(text)) : text;

const amounts = /(_price|_amount|_deposit|^downpayment|^commission)$/;

/** Times on the rental's own clock, whose zone they do not name (bookings.md, States). */
const localTimes = new Set(["start_at", "end_at", "balance_due_at", "free_cancelation_until"]);

/** Formats a value: amounts with their currency, days and times in the person's language, records by their names. */
function valueWords(
  name: string,
  value: unknown,
  list: Omit<ChangeListProps, "changes" | "excluded" | "isNew">,
  t: Translate,
) {
  const { currency, formats, timeZone, nameOf } = list;
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "booking.yes" : "booking.no");
  if (currency && amounts.test(name)) return formats.money(String(value), currency);
  if (typeof value === "string" && localTimes.has(name)) return `${formats.date(dayOf(value))}, ${value.slice(11, 16)}`;
  if (typeof value === "string" && name.endsWith("_at")) return formats.moment(value, timeZone);
  return (
    nameOf?.(name, value) ??
    (typeof value === "object" ? structureWords(value, formats, t) : dateWords(String(value), formats))
  );
}
