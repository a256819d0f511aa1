import { minorUnit, thousandthCurrencies } from "./rounding.ts";

/**
 * Formats amounts of a currency with all its decimals: KWD 12.340. By itself, `Intl` rounds about fifteen currencies that are rarely
 * paid in cents (HUF, COP, IDR) to whole units, so that a page and the bill would differ. Such amounts lose only `.00`.
 */
export function currencyFormat(locale: string, currency: string): Intl.NumberFormat {
  const digits = thousandthCurrencies.has(currency) ? 3 : decimalsOf(currency);
  const usual = new Intl.NumberFormat(locale, { style: "currency", currency });
  if (usual.resolvedOptions().maximumFractionDigits === digits) return usual;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: "stripIfInteger",
  });
}

/** The decimals that a currency's amounts can have. */
export const decimalsOf = (currency: string): number => (minorUnit(currency) === 1 ? 2 : 0);
