import { minorUnit } from "../../../core/rounding.ts";
import type { Exchange } from "./exchange-rate.ts";

/** Converts an amount (hundredths), rounded half up once to the target currency's minor unit. */
export function exchangedAmount(amount: number, { numerator, denominator }: Exchange, into: string): number {
  const unit = BigInt(minorUnit(into));
  const divisor = denominator * unit;
  const doubled = 2n * BigInt(Math.abs(amount)) * numerator;
  const rounded = Number((doubled + divisor) / (2n * divisor)) * Number(unit);
  return amount < 0 ? -rounded : rounded;
}

/** Below this, a quotient of doubles is off by less than a thousandth; see `exchanger`. */
const nearBelow = 2 ** 40;

/**
 * Converts many amounts exactly, about ten times as fast. Four double operations have a relative error below 6e-16, that is
 * a thousandth below 2^40. Only results that close to a half need big integers.
 */
export function exchanger(exchange: Exchange, into: string): (amount: number) => number {
  const unit = minorUnit(into);
  const ratio = Number(exchange.numerator) / Number(exchange.denominator) / unit;
  return (amount) => {
    const near = amount * ratio;
    const rounded = Math.floor(near + 0.5);
    const isClear = Math.abs(near + 0.5 - rounded - 0.5) < 0.499;
    return amount >= 0 && near < nearBelow && isClear ? rounded * unit : exchangedAmount(amount, exchange, into);
  };
}

/** The rate as a decimal with up to eight decimals: `1.0`, `1.0834`. */
export function exchangeRateText({ numerator, denominator }: Exchange): string {
  const scaled = (2n * numerator * 100_000_000n + denominator) / (2n * denominator);
  const digits = scaled.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8).replace(/0{1,7}$/, "")}`;
}
