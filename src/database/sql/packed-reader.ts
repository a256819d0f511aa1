const comma = ",".charCodeAt(0);
const closing = ")".charCodeAt(0);
const minus = "-".charCodeAt(0);
const zero = "0".charCodeAt(0);

/**
 * Reads a packed text (see `Transaction.packed`) value by value, in column order. It allocates no string for a number and
 * reuses repeated words, which matters for ten thousand rows. For few rows, `packedRows` is simpler.
 */
export class PackedReader {
  readonly #text: string;
  /** Offset of the next value. */
  #at = 0;
  #lastWord = "";

  /** @throws if the text has values other than numbers and plain words */
  constructor(packed: string) {
    if (packed.includes('"')) throw new Error("A packed row may hold only numbers and plain words.");
    this.#text = packed;
  }

  /** Yields this reader once per row. Read all values of a row before advancing. @throws if values are left unread */
  *rows(): Generator<this> {
    while (this.#at < this.#text.length) {
      this.#at++;
      yield this;
      if (this.#text.charCodeAt(this.#at - 1) !== closing) throw new Error("A packed row was not read to its end.");
      // Skips the separator.
      this.#at++;
    }
  }

  /** @throws if the value is null or not an integer */
  integer(): number {
    const value = this.integerOrNull();
    if (value === null) throw new Error("A packed row has a null where an integer is required.");
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
    if (!this.#isEnd(at)) throw new Error("A packed row has another value where an integer is required.");
    this.#at = at + 1;
    if (at === from) return null;
    return isNegative ? -value : value;
  }

  /** A plain word; empty for null. */
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
    // NaN is the end of the text: `rows` reports the missing closing bracket.
    return code === comma || code === closing || Number.isNaN(code);
  }
}
