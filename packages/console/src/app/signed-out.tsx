import { Button, Group, Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { onSignedOut } from "./refusals.ts";
import { askSession, signInAddress, useWorking } from "./session.tsx";

/** Asks somebody whose session has ended to sign in elsewhere: what they have typed here stays. */
export function SignedOut() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { person: shown } = useWorking();
  const [isOpen, setOpen] = useState(false);
  const [isStillOut, setStillOut] = useState(false);
  useEffect(() => onSignedOut(() => setOpen(true)), []);
  const goOn = async () => {
    const person = await askSession();
    setStillOut(person === null);
    if (person === null) return;
    // What was read is the other person's.
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
        <Button onClick={goOn}>{t("signedOut.goOn")}</Button>
      </Group>
    </Modal>
  );
}
