/**
 * A number, amount or day in a template: conditions and filters use its number, and the text shows it in the reader's language.
 * liquidjs compares it by the five methods below.
 */
export class Shown {
  readonly #value: number;
  readonly #text: string;

  /** @param value a count, an amount in whole units, or a day's epoch milliseconds */
  constructor(value: number, text: string) {
    this.#value = value;
    this.#text = text;
  }

  valueOf(): number {
    return this.#value;
  }

  toString(): string {
    return this.#text;
  }

  equals(other: unknown): boolean {
    return this.#value === numberOf(other) || this.#text === other;
  }

  gt(other: unknown): boolean {
    return this.#value > numberOf(other);
  }

  geq(other: unknown): boolean {
    return this.#value >= numberOf(other);
  }

  lt(other: unknown): boolean {
    return this.#value < numberOf(other);
  }

  leq(other: unknown): boolean {
    return this.#value <= numberOf(other);
  }
}

/** NaN for a value that is no number, so that no comparison holds. */
function numberOf(other: unknown): number {
  const value = other instanceof Object ? other.valueOf() : other;
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}
