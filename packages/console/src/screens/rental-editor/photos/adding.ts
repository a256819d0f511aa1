import { useState } from "react";

/** A file on its way, or one that was refused. */
export interface Added {
  readonly key: number;
  readonly name: string;
  /** What was in the way. */
  readonly error?: unknown;
}

/** Sends files one after the other, so that they come in their order; those that were refused are kept to be told of. */
export function useAdding(add: (file: File) => Promise<void>) {
  const [underWay, setUnderWay] = useState<readonly Added[]>([]);
  const start = async (files: readonly File[]): Promise<void> => {
    const begun = files.map((file, index) => ({ file, name: file.name, key: performance.now() + index }));
    setUnderWay((others) => [...others, ...begun.map(({ key, name }) => ({ key, name }))]);
    for (const { file, key } of begun)
      try {
        await add(file);
        setUnderWay((others) => others.filter((one) => one.key !== key));
      } catch (error) {
        setUnderWay((others) => others.map((one) => (one.key === key ? { ...one, error } : one)));
      }
  };
  const forget = (key: number): void => setUnderWay((others) => others.filter((one) => one.key !== key));
  return { underWay, start, forget };
}
