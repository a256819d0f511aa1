import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChangeEvent, ReactNode } from "react";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";

interface LocaleSelectProps {
  readonly label: string;
  readonly value: string;
  readonly error?: ReactNode;
  readonly onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
}

/** A select of the account's languages. */
export function LocaleSelect(props: LocaleSelectProps) {
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
  const offered = new Set([...(locales.data ?? []), ...(props.value === "" ? [] : [props.value])]);
  return (
    <NativeSelect
      {...props}
      data={[
        { value: "", label: t("guest.ownLocale") },
        ...[...offered].map((locale) => ({ value: locale, label: names.of(locale) ?? locale })),
      ]}
    />
  );
}
