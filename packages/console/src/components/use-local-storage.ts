import { useState } from "react";

/**
 * A person's own setting, stored in this browser only: the API does not store such settings.
 * @param read validates the stored value; gets null when there is none and undefined when it cannot be parsed
 */
export function useLocalStorage<Value>(key: string, read: (stored: unknown) => Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(stored(key)));
  const store = (next: Value): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, store];
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch (error) {
    // Not ours, or truncated: the next change overwrites it.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
