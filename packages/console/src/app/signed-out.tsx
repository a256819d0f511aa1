import { Button, Group, Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { onSignedOut } from "./refusals.ts";
import { fetchSession, signInAddress, useSession } from "./session.tsx";

/** Asks a person whose session has ended to sign in again in a new tab, so their input here is not lost. */
export function SignedOut() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { person: shown } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [isStillOut, setStillOut] = useState(false);
  useEffect(() => onSignedOut(() => setOpen(true)), []);
  const resume = async () => {
    const person = await fetchSession();
    setStillOut(person === null);
    if (person === null) return;
    // The cached data belongs to the previous person.
    if (person.user.id !== shown.user.id) return location.reload();
    client.setQueryData(["session"], person);
    setOpen(false);
    await client.refetchQueries({ type: "active" });
  };
  return (
    <Modal opened={isOpen} onClose={() => undefined} withCloseButton={false} title={t("signedOut.title")} centered>
      <Text mb="md">{t("signedOut.text")}</Text>
      {isStillOut && (
        <Text mb="md" className="bad" role="alert">
          {t("signedOut.still")}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" component="a" href={signInAddress()} target="_blank" rel="noopener">
          {t("signedOut.signIn")}
        </Button>
        <Button onClick={resume}>{t("signedOut.goOn")}</Button>
      </Group>
    </Modal>
  );
}
