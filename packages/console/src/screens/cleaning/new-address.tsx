import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useI18n } from "../../i18n/i18n.ts";

interface NewAddressProps {
  readonly address: string;
  readonly close: () => void;
}

/** The address of a new link. It cannot be shown again. */
export function NewAddress({ address, close }: NewAddressProps) {
  const { t } = useI18n();
  const copying = useMutation({ mutationFn: () => navigator.clipboard.writeText(address) });
  return (
    <>
      <TextInput
        readOnly
        data-autofocus
        label={t("cleaning.links.address")}
        description={t("cleaning.links.once")}
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <output className="hint">
        {copying.isSuccess ? t("cleaning.links.copied") : copying.isError ? t("cleaning.links.notCopied") : ""}
      </output>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => copying.mutate()}>
          {t("cleaning.links.copy")}
        </Button>
        <Button onClick={close}>{t("notices.close")}</Button>
      </Group>
    </>
  );
}
