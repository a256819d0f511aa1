import { editDistance } from "./edit-distance.ts";
import { lazy } from "./lazy.ts";
import { plainText } from "./plain-text.ts";

/** A message lists up to 50 values; of a larger set, only the nearest. */
const maxListed = 50;
const nearestListed = 8;

/** All possible values of something. A search for any other value is refused, because an empty result would hide the mistake. */
export class ClosedSet {
  readonly values: readonly string[];
  /** Normalized spellings and their values. */
  readonly #spellings: () => ReadonlyMap<string, string>;
  readonly #admits: (text: string) => boolean;

  /**
   * @param others additional spellings with their values, evaluated lazily
   * @param admits accepts values that are too many to list
   */
  constructor(
    values: readonly string[],
    others: () => Iterable<readonly [string, string]> = () => [],
    admits: (text: string) => boolean = () => false,
  ) {
    this.values = values;
    this.#admits = admits;
    this.#spellings = lazy(() => {
      const pairs = [...others(), ...values.map((value) => [value, value] as const)];
      return new Map(pairs.map(([spelling, value]) => [normalized(spelling), value]));
    });
  }

  /** The value of a spelling; case, accents and separators do not matter. */
  find(text: string): string | undefined {
    return this.#spellings().get(normalized(text)) ?? (this.#admits(text) ? text : undefined);
  }

  /** A message about an unknown value: `cannot be …; use one of: …`, the nearest values first. */
  refusal(text: string): string {
    const values = this.nearest(text);
    const listed = values.length > maxListed ? [...values.slice(0, nearestListed), "…"].join(", ") : values.join(", ");
    return `cannot be ${text.slice(0, 60)}; use one of: ${listed}`;
  }

  /** The values, sorted by the distance of their nearest spelling. */
  private nearest(text: string): string[] {
    const target = normalized(text.slice(0, 60));
    const distances = new Map<string, number>();
    for (const [spelling, value] of this.#spellings())
      distances.set(value, Math.min(distances.get(value) ?? Infinity, distance(target, spelling)));
    return this.values.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
  }
}

/** A substring match is nearer than any similar spelling. */
function distance(target: string, spelling: string): number {
  const isPart = target.length > 2 && spelling.length > 2 && (spelling.includes(target) || target.includes(spelling));
  return editDistance(target, spelling) - (isPart ? 100 : 0);
}

const normalized = (text: string): string => plainText(text.trim()).replace(/[\s_-]+/g, "-");
