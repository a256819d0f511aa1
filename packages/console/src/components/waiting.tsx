import { Skeleton } from "@mantine/core";
import { useContext } from "react";
import { I18nContext } from "../i18n/i18n.ts";
import classes from "./states.module.css";

/** Shown while a screen or a part of it loads. In English before the messages are loaded. */
export function Waiting() {
  const i18n = useContext(I18nContext);
  return (
    <output className={`waiting ${classes.waiting}`} aria-busy aria-label={i18n?.t("waiting") ?? "Loading"}>
      {["40%", "100%", "100%", "70%"].map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <Skeleton key={line} height={line === 0 ? 24 : 16} width={width} />
      ))}
    </output>
  );
}
