import { useRef, useState } from "react";

/** A file being uploaded, or one that failed. */
export interface Added {
  readonly key: number;
  readonly name: string;
  /** The reason for a failed upload. */
  readonly error?: unknown;
}

/** Uploads files one after another to keep their order. Failed files stay in the list with their errors. */
export function useUploads(add: (file: File) => Promise<void>) {
  const [underWay, setUnderWay] = useState<readonly Added[]>([]);
  const nextKey = useRef(1);
  const before = useRef<Promise<void>>(Promise.resolve());
  const send = async (file: File, key: number): Promise<void> => {
    try {
      await add(file);
      setUnderWay((others) => others.filter((one) => one.key !== key));
    } catch (error) {
      setUnderWay((others) => others.map((one) => (one.key === key ? { ...one, error } : one)));
    }
  };
  const start = (files: readonly File[]): void => {
    for (const file of files) {
      const key = nextKey.current++;
      setUnderWay((others) => [...others, { key, name: file.name }]);
      before.current = before.current.then(() => send(file, key));
    }
  };
  const forget = (key: number): void => setUnderWay((others) => others.filter((one) => one.key !== key));
  return { underWay, start, forget };
}
