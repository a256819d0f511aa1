/**
 * What one running service caches between requests. It has no content of its own: modules attach what they cache to it (see
 * `cached`), so that two services in one process never share it.
 */
export class ApplicationCache {}

/** Something that each running service has one of, such as a cache: made when it is first asked for, and gone with the service. */
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
