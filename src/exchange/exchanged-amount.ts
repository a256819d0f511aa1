import { minorUnit } from "../core/rounding.ts";
import type { Exchange } from "./exchange-rate.ts";

/** An amount (hundredths) in the other currency of an exchange, rounded half up once to that currency's minor unit. */
export function exchangedAmount(amount: number, { numerator, denominator }: Exchange, into: string): number {
  const unit = BigInt(minorUnit(into));
  const divisor = denominator * unit;
  const doubled = 2n * BigInt(Math.abs(amount)) * numerator;
  const rounded = Number((doubled + divisor) / (2n * divisor)) * Number(unit);
  return amount < 0 ? -rounded : rounded;
}

/** One unit of the first currency in the second, with up to eight decimals: `1.0`, `1.0834`. */
export function exchangeRateText({ numerator, denominator }: Exchange): string {
  const scaled = (2n * numerator * 100_000_000n + denominator) / (2n * denominator);
  const digits = scaled.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8).replace(/0{1,7}$/, "")}`;
}
