/** A value that is made when it is first asked for, and kept: what takes much memory costs none where nobody asks. */
export function whenNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
