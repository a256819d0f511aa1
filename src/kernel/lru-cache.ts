/** What is held at most. */
export interface Bounds {
  readonly mostBytes: number;
  readonly most: number;
  /** Milliseconds after which what nobody asked for goes. */
  readonly unused: number;
}

interface Entry<Value> {
  readonly value: Value;
  bytes: number;
  usedAt: number;
}

/** Values by key, bounded in bytes and in number: the one that was asked for longest ago goes first, and one alone has at most a quarter. */
export class LruCache<Value> {
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #bounds: Bounds;
  #bytes = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Bytes that are held, those for which room was made included. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The value, which is the one that was used last now. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.usedAt = performance.now();
    return entry.value;
  }

  /** Holds a value in place of the one that the key had; not where it is too large. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (!this.reserve(bytes)) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#bounds.most) break;
      this.delete(oldest);
    }
    this.#entries.set(key, { value, bytes, usedAt: performance.now() });
    this.#sweep ??= this.#startSweep();
  }

  /** Counts so many bytes more to a value that is held. Where they are too many, it goes. */
  grow(key: string, bytes: number): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    if (!this.reserve(bytes, entry.bytes)) this.delete(key);
    // To make room, it may have gone itself.
    else if (this.#entries.get(key) === entry) entry.bytes += bytes;
    else this.release(bytes);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(key);
  }

  /** Makes room for bytes that are to come, and counts them. @param before those of the same value that were counted already */
  reserve(more: number, before = 0): boolean {
    const { mostBytes } = this.#bounds;
    if (before + more > mostBytes / 4) return false;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes + more <= mostBytes) break;
      this.delete(oldest);
    }
    if (this.#bytes + more > mostBytes) return false;
    this.#bytes += more;
    return true;
  }

  /** Gives back what was reserved. */
  release(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** The timer holds no more than itself: who is forgotten as a whole is not to wait for it. */
  #startSweep(): NodeJS.Timeout {
    const held = new WeakRef(this);
    const sweep = setInterval(() => {
      const values = held.deref();
      if (values) values.#deleteUnused();
      else clearInterval(sweep);
    }, this.#bounds.unused);
    return sweep.unref();
  }

  #deleteUnused(): void {
    const since = performance.now() - this.#bounds.unused;
    for (const [key, { usedAt }] of this.#entries) {
      if (usedAt > since) break;
      this.delete(key);
    }
    if (this.#entries.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}
