import { createContext, useCallback, useMemo, useRef, useState } from "react";

interface UnsavedParts {
  /** Notes how to save a part; undefined once it has no changes. */
  set(part: string, save: (() => void) | undefined): void;
}

/** The wizard's record of parts with unsaved input. */
export const Unsaved = createContext<UnsavedParts | undefined>(undefined);

/** Saves all parts of a step, and then continues. A refused part keeps the person on the step. */
export function useUnsavedParts() {
  const parts = useRef(new Map<string, () => void>());
  const [next, setNext] = useState<() => void>();
  const goOn = useCallback((go: () => void) => {
    if (parts.current.size === 0) return go();
    setNext(() => go);
    for (const save of parts.current.values()) save();
  }, []);
  const unsaved = useMemo<UnsavedParts>(
    () => ({
      set(part, save) {
        if (save) parts.current.set(part, save);
        else parts.current.delete(part);
        if (parts.current.size > 0) return;
        setNext((go) => {
          if (go) queueMicrotask(go);
          return undefined;
        });
      },
    }),
    [],
  );
  return { unsaved, goOn, isSaving: next !== undefined };
}
