import { type Language, regionalLocale } from "@roost/messages/languages.ts";
import { currencyFormat, decimalsOf } from "../../../../src/core/money-format.ts";
import { dateOf } from "./days.ts";

/** Formats days and money in a language. Formatters are created once: creating one costs more than using it. */
export interface Formats {
  readonly weekday: (day: number) => string;
  readonly date: (day: number) => string;
  /** In numbers, as a date field shows it: 05/12/2026. */
  readonly dateInNumbers: (day: number) => string;
  readonly month: (day: number) => string;
  /** With a two-digit year, for a narrow column. */
  readonly shortMonth: (day: number) => string;
  /** A date and time. @param timeZone the rental's, by default the account's; named where the reader's clock shows another time */
  readonly moment: (time: string, timeZone?: string) => string;
  /** A time of day. @param minutes after midnight */
  readonly clock: (minutes: number) => string;
  /** With its currency. @param amount as in the API, such as `1251.0` */
  readonly money: (amount: string | number, currency: string) => string;
  /** Without cents and currency, for a cell. */
  readonly rounded: (amount: string | number) => string;
  /** With its sign, and the decimal sign of amounts. @param percent as in the API, such as `12.5` */
  readonly percent: (percent: string | number) => string;
  /** The signs in amounts, such as 1,234.50. */
  readonly separators: Separators;
  /** Decimal places of a currency's minor unit. */
  readonly digits: (currency: string) => number;
}

export interface Separators {
  readonly decimal: "." | ",";
  readonly group: string;
}

function separatorsOf(language: string): Separators {
  // Amounts of money may have other signs than plain numbers, as in en-FR.
  const format = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" });
  const parts = format.formatToParts(1_234_567.5);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value;
  return { decimal: sign("decimal") === "," ? "," : ".", group: sign("group") ?? "" };
}

const clockStyle = { dateStyle: "medium", timeStyle: "short" } as const;

/** The language with the account's country, whose conventions apply, such as `en-FR`; without a country, as in mails. */
export function formatLocale(language: Language, country: string | null): string {
  return country ? `${language}-${country}` : regionalLocale(language);
}

/**
 * @param language with a country, such as `en-FR`
 * @param accountZone the zone of times that belong to no rental
 */
export function formatsOf(language: string, accountZone = "UTC"): Formats {
  const utc = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    // A calendar formats each day once per rental.
    const cached = new Map<number, string>();
    return (day: number) => {
      const text = cached.get(day) ?? format.format(dateOf(day));
      cached.set(day, text);
      return text;
    };
  };
  const moment = new Intl.DateTimeFormat(language, clockStyle);
  const zones = new Map<string, Intl.DateTimeFormat>();
  const momentIn = (timeZone: string, time: Date): string => {
    const format = zones.get(timeZone) ?? new Intl.DateTimeFormat(language, { ...clockStyle, timeZone });
    zones.set(timeZone, format);
    const there = format.format(time);
    return there === moment.format(time) ? there : `${there} (${timeZone})`;
  };
  const clock = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  const separators = separatorsOf(language);
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 4 });
  const currencies = new Map<string, Intl.NumberFormat>();
  const formatOf = (currency: string): Intl.NumberFormat => {
    const cached = currencies.get(currency) ?? currencyFormat(language, currency);
    currencies.set(currency, cached);
    return cached;
  };
  return {
    weekday: utc({ weekday: "short" }),
    date: utc({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
    dateInNumbers: utc({ day: "2-digit", month: "2-digit", year: "numeric" }),
    month: utc({ month: "long", year: "numeric" }),
    shortMonth: utc({ month: "short", year: "2-digit" }),
    clock: (minutes) => clock.format(new Date(minutes * 60_000)),
    moment: (time, timeZone = accountZone) => momentIn(timeZone, new Date(time)),
    money: (amount, currency) => formatOf(currency).format(Number(amount)),
    separators,
    percent: (percent) =>
      share
        .formatToParts(Number(percent) / 100)
        .map(({ type, value }) => (type === "decimal" ? separators.decimal : value))
        .join(""),
    rounded: (amount) => whole.format(Number(amount)),
    digits: decimalsOf,
  };
}
