import { Button, Group, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./bookings.module.css";

/** The address of the guest's payment page, to copy. */
export function PayLink({ url }: { readonly url: string }) {
  const { t } = useI18n();
  const { copy, copied } = useClipboard();
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" className={classes.payLink}>
      <TextInput
        readOnly
        flex={1}
        label={t("hold.link")}
        description={t("hold.linkHint")}
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" onClick={() => copy(url)}>
        <span aria-live="polite">{copied ? t("hold.copied") : t("hold.copy")}</span>
      </Button>
    </Group>
  );
}
