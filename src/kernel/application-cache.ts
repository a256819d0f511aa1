/**
 * What one running house remembers between requests. It has no content of its own: families hang what they keep on it (see
 * `cached`), so that two houses in one process never share it.
 */
export class ApplicationCache {}

/** Something that each house has one of, such as a cache: made when it is first asked for, and gone with its house. */
export function cached<T extends object>(make: () => T): (cache: ApplicationCache) => T {
  const made = new WeakMap<ApplicationCache, T>();
  return (cache) => {
    const known = made.get(cache);
    if (known) return known;
    const fresh = make();
    made.set(cache, fresh);
    return fresh;
  };
}
