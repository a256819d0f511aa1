import { useMemo } from "react";
import { useWorking } from "../app/session.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { type Formats, formatsOf } from "./formats.ts";

/** How days and money are written: in the person's language, as in the account's country (console.md, How it feels). */
export function useFormats(): Formats {
  const { language } = useI18n();
  const { country } = useWorking().account;
  return useMemo(() => formatsOf(country ? `${language}-${country}` : language), [language, country]);
}
