/**
 * What one running house remembers between requests. It has no content of its own: families hang what they keep on it (see
 * `remembered`), so that two houses in one process never share it.
 */
export class HouseMemory {}

/** Something that each house has one of, such as a cache: made when it is first asked for, and gone with its house. */
export function remembered<T extends object>(make: () => T): (memory: HouseMemory) => T {
  const made = new WeakMap<HouseMemory, T>();
  return (memory) => {
    const known = made.get(memory);
    if (known) return known;
    const fresh = make();
    made.set(memory, fresh);
    return fresh;
  };
}
