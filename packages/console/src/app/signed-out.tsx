import { Button, Group, Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWords } from "../words/words.tsx";
import { onSignedOut } from "./refusals.ts";
import { askSession, signInAddress, useWorking } from "./session.tsx";

/** Asks somebody whose session has ended to sign in elsewhere: what they have typed here stays. */
export function SignedOut() {
  const { words } = useWords();
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
    <Modal opened={isOpen} onClose={() => undefined} withCloseButton={false} title={words.signedOut.title} centered>
      <Text mb="md">{words.signedOut.text}</Text>
      {isStillOut && (
        <Text mb="md" className="bad" role="alert">
          {words.signedOut.still}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" component="a" href={signInAddress()} target="_blank" rel="noopener">
          {words.signedOut.signIn}
        </Button>
        <Button onClick={goOn}>{words.signedOut.goOn}</Button>
      </Group>
    </Modal>
  );
}
