import { Button, Group } from "@mantine/core";
import { useWords } from "../../../words/words.tsx";
import { CopiedText } from "../copied-text.tsx";

/** The secret that signs an endpoint's messages, which is never shown again. */
export function ShownSecret({ secret, close }: { readonly secret: string; readonly close: () => void }) {
  const { words } = useWords();
  return (
    <>
      <p role="status">{words.webhooks.keepSecret}</p>
      <CopiedText label={words.webhooks.secret} text={secret} />
      <Group justify="flex-end" mt="md">
        <Button onClick={close}>{words.settings.kept}</Button>
      </Group>
    </>
  );
}
