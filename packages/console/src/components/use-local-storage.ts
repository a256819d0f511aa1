import { useState } from "react";

/**
 * What a person has arranged for themselves, kept in this browser alone: the API keeps nothing of that kind.
 * @param read what stands there; of what is not there, or is broken, whatever it makes of undefined
 */
export function useLocalStorage<Value>(key: string, read: (stored: unknown) => Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(stored(key)));
  const keep = (next: Value): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, keep];
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch (error) {
    // Not ours, or cut off: it is written anew with the next change.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
