/**
 * What one running service caches between requests. It has no content of its own: modules attach what they cache to it (see
 * `cached`), so that two services in one process never share it.
 */
export class ApplicationCache {
  #life: object = {};

  /** What `cachedByVersion` has made since content was last forgotten belongs to it. */
  get life(): object {
    return this.#life;
  }

  /**
   * Lets go of all that is kept under versions. A server that took the place of another one may lack its last transactions, and give
   * their versions to other content.
   */
  forgetVersions(): void {
    this.#life = {};
  }
}

/** Something that each running service has one of, such as a cache: made when it is first asked for, and gone with the service. */
export function cached<T extends object>(make: () => T): (cache: ApplicationCache) => T {
  return madeOnce(make, (cache) => cache);
}

/** The same for what is kept under versions that the database gives: gone with them (`forgetVersions`). */
export function cachedByVersion<T extends object>(make: () => T): (cache: ApplicationCache) => T {
  return madeOnce(make, (cache) => cache.life);
}

function madeOnce<T extends object>(make: () => T, owner: (cache: ApplicationCache) => object) {
  const made = new WeakMap<object, T>();
  return (cache: ApplicationCache): T => {
    const known = made.get(owner(cache));
    if (known) return known;
    const fresh = make();
    made.set(owner(cache), fresh);
    return fresh;
  };
}
