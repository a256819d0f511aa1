import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Copy, Mail, Share2 } from "lucide-react";
import { useSession } from "../../../app/session.tsx";
import { useI18n } from "../../../i18n/i18n.ts";

interface NewAddressProps {
  readonly address: string;
  /** The cleaner's. */
  readonly name: string;
  readonly close: () => void;
}

/** The address of a new link, to copy, share or mail. It cannot be shown again. */
export function NewAddress({ address, name, close }: NewAddressProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const copying = useMutation({ mutationFn: () => navigator.clipboard.writeText(address) });
  const subject = t("cleaning.links.mailSubject", { host: account.name });
  const text = t("cleaning.links.mailText", { name });
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${text}\n\n${address}\n`)}`;
  // The person may close the phone's sheet without sharing, which is no failure.
  const share = () => void navigator.share({ title: subject, text, url: address }).catch(() => undefined);
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
      <Group gap="xs" mt="md">
        <Button leftSection={<Copy size={16} aria-hidden />} onClick={() => copying.mutate()}>
          {t("cleaning.links.copy")}
        </Button>
        {"share" in navigator && (
          <Button variant="default" leftSection={<Share2 size={16} aria-hidden />} onClick={share}>
            {t("cleaning.links.share")}
          </Button>
        )}
        <Button variant="default" component="a" href={mail} leftSection={<Mail size={16} aria-hidden />}>
          {t("cleaning.links.mail")}
        </Button>
        <Button variant="default" ms="auto" onClick={close}>
          {t("notices.close")}
        </Button>
      </Group>
    </>
  );
}
