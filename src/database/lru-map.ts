/** A map of at most `max` values, each of which is held until `max` others have been used after it. */
export class LruMap<Value> {
  private readonly max: number;
  /** In the order of their last use. */
  private readonly values = new Map<string, Value>();

  constructor(max: number) {
    this.max = max;
  }

  /** The value, which counts as its use. */
  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  /** @returns the key of the value that was dropped to make room */
  set(key: string, value: Value): string | undefined {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size <= this.max) return undefined;
    const [oldest] = this.values.keys();
    if (oldest !== undefined) this.values.delete(oldest);
    return oldest;
  }
}
