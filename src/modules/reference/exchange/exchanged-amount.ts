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

/** The rate with all its decimals: `1.0`, `1.0834`. */
export function exchangeRateText({ numerator, denominator }: Exchange): string {
  const places = denominator.toString().length - 1;
  const digits = numerator.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return `${whole}.${digits.slice(digits.length - places).replace(/0+$/, "") || "0"}`;
}
