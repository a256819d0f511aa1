import type { RatesRuleKind } from "./rules/rates-rule.ts";

/**
 * The subject of an explanation line: a rule by its kind, or
 * - `nightly_rate`, `mid_term_rate`: the base rates of the stay's own nights;
 * - `absolute_min_price`: the rental's minimum price;
 * - `minor_unit`: rounding the sum of nights;
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
 * A rule's or step's change of a stay's price. All changes add up to the rental price exactly. A kind that charges more nights shows
 * their nightly rates; later lines show further changes of those nights.
 */
export interface PriceLine {
  readonly step: Step;
  /** The rule, special offer or price increase override. */
  readonly id: number | null;
  /** The number of nights that it affected. */
  readonly nights: number;
  /** In hundredths of the minor unit. */
  readonly change: number;
}

type Line = { -readonly [Key in keyof PriceLine]: PriceLine[Key] };

/** Shorter lists are scanned: that is faster than a map. */
const maxScanned = 32;

/** Collects lines, one per step and id, in order of first effect. */
export class Explanation {
  readonly #lines: Line[] = [];
  /** Only filled for long lists. */
  readonly #byStep = new Map<Step, Map<number | null, Line>>();

  add(step: Step, id: number | null, nights: number, change: number): void {
    const existing = this.#lines.length < maxScanned ? this.#scan(step, id) : this.#byStep.get(step)?.get(id);
    if (existing) {
      existing.nights += nights;
      existing.change += change;
      return;
    }
    const line = { step, id, nights, change };
    this.#lines.push(line);
    if (this.#lines.length >= maxScanned) this.#index(line);
  }

  #scan(step: Step, id: number | null): Line | undefined {
    for (const line of this.#lines) if (line.id === id && line.step === step) return line;
    return undefined;
  }

  #index(line: Line): void {
    if (this.#lines.length === maxScanned) for (const earlier of this.#lines) this.#put(earlier);
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
