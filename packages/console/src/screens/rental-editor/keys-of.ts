const hasKey = <T extends object>(words: T, key: PropertyKey): key is keyof T => key in words;

/** The names under which words stand, in their order. */
export function keysOf<T extends object>(words: T): (keyof T & string)[] {
  return Object.keys(words).filter((key): key is keyof T & string => hasKey(words, key));
}
