import { useEffect, useRef, useState } from "react";

/** Accepts files that are dropped on an element. @returns a ref for the element, and whether files are over it */
export function useDroppedFiles(take: (files: readonly File[]) => void) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (!element) return undefined;
    const ended = new AbortController();
    const listen = (name: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      element.addEventListener(name, act, { signal: ended.signal });
    const files = ({ dataTransfer }: DragEvent) =>
      dataTransfer?.types.includes("Files") ? dataTransfer.files : undefined;
    listen("dragover", (event) => {
      if (!files(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", () => setOver(false));
    listen("drop", (event) => {
      const dropped = files(event);
      if (!dropped) return;
      event.preventDefault();
      setOver(false);
      latest.current([...dropped]);
    });
    return () => ended.abort();
  }, [element]);
  return { ref: setElement, isOver };
}
