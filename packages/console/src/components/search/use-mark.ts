import { useVirtualizedCombobox } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import type { Result } from "./result-groups.ts";

interface Marking {
  readonly results: readonly Result[];
  readonly isSearching: boolean;
  readonly act: (result: Result) => void;
}

/**
 * The marked result, on which Enter acts: the one that the arrow keys chose, else the first one once all results are there. Later results do
 * not move the mark. An earlier Enter waits for them.
 */
export function useMark({ results, isSearching, act }: Marking) {
  const prefix = useId();
  const [markedKey, setMarkedKey] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const index = results.findIndex(({ key }) => key === markedKey);
  const marked = results[index];
  const first = results[0]?.key;
  if (!marked && !isSearching && first !== markedKey) setMarkedKey(first);
  useEffect(() => {
    if (!isWaiting || isSearching) return;
    setWaiting(false);
    if (marked) act(marked);
  }, [isWaiting, isSearching, marked, act]);
  const mark = (key: string | undefined) => {
    setMarkedKey(key);
    setWaiting(false);
  };
  const store = useVirtualizedCombobox({
    opened: true,
    totalOptionsCount: results.length,
    getOptionId: (at) => `${prefix}${at}`,
    selectedOptionIndex: index,
    setSelectedOptionIndex: (at) => mark(results[at]?.key),
    onSelectedOptionSubmit: (at) => results[at] && act(results[at]),
  });
  return {
    store,
    marked,
    optionId: (result: Result | undefined) => (result ? `${prefix}${results.indexOf(result)}` : undefined),
    /** Enter was pressed; the store acts on a marked result. */
    enter: () => setWaiting(!marked),
    /** The text has changed. */
    forget: () => mark(undefined),
  };
}
