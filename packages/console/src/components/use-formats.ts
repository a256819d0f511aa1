import { useMemo } from "react";
import { useSession } from "../app/session.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { type Formats, formatLocale, formatsOf } from "./formats.ts";

/** Formats for the person's language and the account's country (console.md, How it feels). */
export function useFormats(): Formats {
  const { language } = useI18n();
  const { country, time_zone } = useSession().account;
  return useMemo(() => formatsOf(formatLocale(language, country), time_zone), [language, country, time_zone]);
}
