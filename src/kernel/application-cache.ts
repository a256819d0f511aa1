/**
 * A running service's cache between requests. Modules attach their entries to it (see `cached`), so two services in one process
 * never share them.
 */
export class ApplicationCache {
  #versions: object = {};

  /** Identifies the current version space; `cachedByVersion` attaches its entries to it. */
  get versions(): object {
    return this.#versions;
  }

  /**
   * Drops everything cached by version. After a failover the new primary may lack the last transactions and reuse their versions
   * for other content.
   */
  forgetVersions(): void {
    this.#versions = {};
  }
}

/** Something that each running service has one of, such as a cache. It is created on first use. */
export function cached<T extends object>(make: () => T): (cache: ApplicationCache) => T {
  return createdOnce(make, (cache) => cache);
}

/** The same for entries keyed by the database's versions; `forgetVersions` drops them. */
export function cachedByVersion<T extends object>(make: () => T): (cache: ApplicationCache) => T {
  return createdOnce(make, (cache) => cache.versions);
}

function createdOnce<T extends object>(make: () => T, owner: (cache: ApplicationCache) => object) {
  const created = new WeakMap<object, T>();
  return (cache: ApplicationCache): T => {
    const existing = created.get(owner(cache));
    if (existing) return existing;
    const fresh = make();
    created.set(owner(cache), fresh);
    return fresh;
  };
}
