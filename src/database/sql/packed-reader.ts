const comma = ",".charCodeAt(0);
const closing = ")".charCodeAt(0);
const minus = "-".charCodeAt(0);
const zero = "0".charCodeAt(0);

/**
 * Reads a packed text (see `Transaction.packed`) value by value, in the order of its columns. It makes no text of a number, and one text of a
 * word that comes again and again: with ten thousand rows those are most of the work. `packedRows` is simpler where rows are few.
 */
export class PackedReader {
  readonly #text: string;
  /** Where the next value begins. */
  #at = 0;
  #lastWord = "";

  /** @throws when the text holds more than numbers and plain words */
  constructor(packed: string) {
    if (packed.includes('"')) throw new Error("A row was packed that holds more than numbers and plain words.");
    this.#text = packed;
  }

  /** Itself for each row, of which every value is to be read before the next one. @throws when one was not */
  *rows(): Generator<this> {
    while (this.#at < this.#text.length) {
      this.#at++;
      yield this;
      if (this.#text.charCodeAt(this.#at - 1) !== closing) throw new Error("A packed row was not read to its end.");
      // Behind what separates it from the next row.
      this.#at++;
    }
  }

  /** An integer. @throws when it is none, or null */
  integer(): number {
    const value = this.integerOrNull();
    if (value === null) throw new Error("A packed row has a null where it must not.");
    return value;
  }

  integerOrNull(): number | null {
    const isNegative = this.#text.charCodeAt(this.#at) === minus;
    const from = isNegative ? this.#at + 1 : this.#at;
    let at = from;
    let value = 0;
    for (; ; at++) {
      const digit = this.#text.charCodeAt(at) - zero;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    if (!this.#isEnd(at)) throw new Error("A packed row has something else than an integer where one must be.");
    this.#at = at + 1;
    if (at === from) return null;
    return isNegative ? -value : value;
  }

  /** A plain word, empty for null. */
  word(): string {
    const last = this.#lastWord;
    let end = this.#at + last.length;
    if (!this.#isEnd(end) || !this.#text.startsWith(last, this.#at)) {
      for (end = this.#at; !this.#isEnd(end); end++);
      this.#lastWord = this.#text.slice(this.#at, end);
    }
    this.#at = end + 1;
    return this.#lastWord;
  }

  #isEnd(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    // Behind the text there is no code: `rows` finds that the closing bracket is missing.
    return code === comma || code === closing || Number.isNaN(code);
  }
}
