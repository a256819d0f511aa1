import { useLocalStorage as useStored } from "@mantine/hooks";

/**
 * A person's own setting, stored in this browser only: the API does not store such settings.
 * @param read validates the stored value; gets null when there is none and undefined when it cannot be parsed
 */
export function useLocalStorage<Value>(key: string, read: (stored: unknown) => Value): [Value, (value: Value) => void] {
  const deserialize = (text: string | undefined) => read(parsed(text));
  const [value, store] = useStored({ key, defaultValue: read(null), getInitialValueInEffect: false, deserialize });
  return [value, store];
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch (error) {
    // Not ours, or truncated: the next change overwrites it.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
