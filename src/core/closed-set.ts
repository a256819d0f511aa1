import { editDistance } from "./edit-distance.ts";
import { plainText } from "./plain-text.ts";
import { whenNeeded } from "./when-needed.ts";

/** A larger set is too long for a sentence: the nearest values speak for it. */
const maxNamed = 50;
const nearestNamed = 8;

/** All values that something can have. A search for any other value is a mistake, and finding nothing would hide it. */
export class ClosedSet {
  readonly values: readonly string[];
  /** What people write, as it is compared, and the value that they mean. */
  readonly #spellings: () => ReadonlyMap<string, string>;
  readonly #admits: (text: string) => boolean;

  /**
   * @param others what else a value may be called: pairs of a spelling and the value, read when first needed
   * @param admits values that are too many to list
   */
  constructor(
    values: readonly string[],
    others: () => Iterable<readonly [string, string]> = () => [],
    admits: (text: string) => boolean = () => false,
  ) {
    this.values = values;
    this.#admits = admits;
    this.#spellings = whenNeeded(() => {
      const pairs = [...others(), ...values.map((value) => [value, value] as const)];
      return new Map(pairs.map(([spelling, value]) => [compared(spelling), value]));
    });
  }

  /** The value that a text means; capitals, marks and separators do not count. */
  find(text: string): string | undefined {
    return this.#spellings().get(compared(text)) ?? (this.#admits(text) ? text : undefined);
  }

  /** The end of a sentence about a text that is no value: `cannot be …; it can be: …`, the nearest values first. */
  refusal(text: string): string {
    const values = this.nearest(text);
    const named = values.length > maxNamed ? [...values.slice(0, nearestNamed), "…"].join(", ") : values.join(", ");
    return `cannot be ${text.slice(0, 60)}; it can be: ${named}`;
  }

  /** The values by how near a spelling of theirs is to a text. */
  private nearest(text: string): string[] {
    const wanted = compared(text.slice(0, 60));
    const distances = new Map<string, number>();
    for (const [spelling, value] of this.#spellings())
      distances.set(value, Math.min(distances.get(value) ?? Infinity, distance(wanted, spelling)));
    return this.values.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
  }
}

/** A part of a spelling, or a spelling within the text, is nearer than any that only looks alike. */
function distance(wanted: string, spelling: string): number {
  const isPart = wanted.length > 2 && spelling.length > 2 && (spelling.includes(wanted) || wanted.includes(spelling));
  return editDistance(wanted, spelling) - (isPart ? 100 : 0);
}

const compared = (text: string): string => plainText(text.trim()).replace(/[\s_-]+/g, "-");
