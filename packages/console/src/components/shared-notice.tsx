import { Alert } from "@mantine/core";
import { Share2 } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";

/** Warns that several rentals share the record that a form changes. Nothing for one rental. */
export function SharedNotice({ names }: { readonly names: readonly string[] }) {
  const { language, t } = useI18n();
  if (names.length < 2) return null;
  const list = new Intl.ListFormat(language).format(names);
  return (
    <Alert color="orange" mb="sm" icon={<Share2 size={16} aria-hidden />}>
      {t("seasons.rentals", { count: names.length, names: list })}
    </Alert>
  );
}
