import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";

interface LanguageSelectProps {
  readonly value: string;
  readonly error?: ReactNode;
  readonly choose: (locale: string) => void;
}

/** The language of a guest's messages, out of the account's. Empty for the account's own. */
export function LanguageSelect({ value, error, choose }: LanguageSelectProps) {
  const { language, t } = useI18n();
  const { client, account } = useSession();
  const locales = useQuery({
    queryKey: [account.id, "accounts", "locales"],
    queryFn: async ({ signal }) => {
      const { data } = await client.GET("/accounts", { signal });
      return data.accounts.find(({ id }) => id === account.id)?.selected_locales ?? [];
    },
  });
  const names = new Intl.DisplayNames([language], { type: "language" });
  // The account may have given up a guest's language.
  const offered = new Set([...(locales.data ?? []), ...(value === "" ? [] : [value])]);
  return (
    <NativeSelect
      label={t("guest.locale")}
      value={value}
      error={error}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={[
        { value: "", label: t("guest.ownLocale") },
        ...[...offered].map((locale) => ({ value: locale, label: names.of(locale) ?? locale })),
      ]}
    />
  );
}
