import { Button, Group } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { CopiedText } from "../copied-text.tsx";

/** The signing secret of an endpoint, shown only once. */
export function ShownSecret({ secret, close }: { readonly secret: string; readonly close: () => void }) {
  const { t } = useI18n();
  return (
    <>
      <p role="status">{t("webhooks.keepSecret")}</p>
      <CopiedText label={t("webhooks.secret")} text={secret} />
      <Group justify="flex-end" mt="md">
        <Button onClick={close}>{t("settings.kept")}</Button>
      </Group>
    </>
  );
}
