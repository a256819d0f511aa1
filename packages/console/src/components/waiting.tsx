import { Loader } from "@mantine/core";
import { useContext } from "react";
import { I18nContext } from "../i18n/i18n.ts";

/** Shown while a screen loads. In English before the messages are loaded. */
export function Waiting() {
  const i18n = useContext(I18nContext);
  return (
    <output className="waiting" aria-label={i18n?.t("waiting") ?? "Loading"}>
      <Loader type="dots" />
    </output>
  );
}
