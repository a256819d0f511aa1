import { Loader } from "@mantine/core";
import { useContext } from "react";
import { Words } from "../i18n/i18n.tsx";

/** Shown while a screen is read; and before any language could be loaded, in English. */
export function Waiting() {
  const spoken = useContext(Words);
  return (
    <output className="waiting" aria-label={spoken?.words.waiting ?? "Loading"}>
      <Loader type="dots" />
    </output>
  );
}
