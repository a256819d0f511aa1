import type { RatesRuleKind } from "./rules/rates-rule.ts";

/**
 * What a line of an explanation is about: a rule by its kind, or
 * - `nightly_rate`, `mid_term_rate`: the rates of the stay's own nights before anything else;
 * - `absolute_min_price`: the rental's minimum price;
 * - `minor_unit`: the sum of the nights rounded to it;
 * - `special_offer`, `price_increase` (of the calling application), `rounding_kind`.
 */
export type Step =
  | RatesRuleKind
  | "nightly_rate"
  | "mid_term_rate"
  | "absolute_min_price"
  | "minor_unit"
  | "special_offer"
  | "price_increase"
  | "rounding_kind";

/**
 * By how much one rule or step changed the price of a stay. The changes of all lines add up to the rental price exactly; a kind
 * that charges more nights shows their nightly rates, and later lines what else happened to those nights.
 */
export interface PriceLine {
  readonly step: Step;
  /** The rule, the special offer or the override of the price increase. */
  readonly id: number | null;
  /** On how many nights it acted. */
  readonly nights: number;
  /** In hundredths of the minor unit. */
  readonly change: number;
}

type Line = { -readonly [Key in keyof PriceLine]: PriceLine[Key] };

/** So many lines are looked through faster than looked up. */
const few = 32;

/** Collects lines: one for each step and id, in the order in which they first act. */
export class Explanation {
  readonly #lines: Line[] = [];
  /** Filled once there are many. */
  readonly #byStep = new Map<Step, Map<number | null, Line>>();

  add(step: Step, id: number | null, nights: number, change: number): void {
    const known = this.#lines.length < few ? this.#scan(step, id) : this.#byStep.get(step)?.get(id);
    if (known) {
      known.nights += nights;
      known.change += change;
      return;
    }
    const line = { step, id, nights, change };
    this.#lines.push(line);
    if (this.#lines.length >= few) this.#file(line);
  }

  #scan(step: Step, id: number | null): Line | undefined {
    for (const line of this.#lines) if (line.id === id && line.step === step) return line;
    return undefined;
  }

  #file(line: Line): void {
    if (this.#lines.length === few) for (const earlier of this.#lines) this.#put(earlier);
    else this.#put(line);
  }

  #put(line: Line): void {
    const lines = this.#byStep.get(line.step);
    if (lines) lines.set(line.id, line);
    else this.#byStep.set(line.step, new Map([[line.id, line]]));
  }

  get lines(): readonly PriceLine[] {
    return this.#lines;
  }
}
