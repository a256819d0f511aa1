import { useMemo } from "react";
import { useSession } from "../app/session.tsx";
import { useI18n } from "../i18n/i18n.ts";
import { type Formats, formatLocale, formatsOf } from "./formats.ts";

/** The person's language with the account's country (console.md, How it feels). */
export function useFormatLocale(): string {
  const { language } = useI18n();
  return formatLocale(language, useSession().account.country);
}

export function useFormats(): Formats {
  const locale = useFormatLocale();
  const { time_zone } = useSession().account;
  return useMemo(() => formatsOf(locale, time_zone), [locale, time_zone]);
}
