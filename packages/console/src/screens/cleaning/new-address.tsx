import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useWords } from "../../words/words.tsx";

interface NewAddressProps {
  readonly address: string;
  readonly close: () => void;
}

/** The address of a link that was just made: nobody can be shown it again. */
export function NewAddress({ address, close }: NewAddressProps) {
  const { words } = useWords();
  const said = words.cleaning.links;
  const copying = useMutation({ mutationFn: () => navigator.clipboard.writeText(address) });
  return (
    <>
      <TextInput
        readOnly
        data-autofocus
        label={said.address}
        description={said.once}
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <output className="hint">{copying.isSuccess ? said.copied : copying.isError ? said.notCopied : ""}</output>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => copying.mutate()}>
          {said.copy}
        </Button>
        <Button onClick={close}>{words.notices.close}</Button>
      </Group>
    </>
  );
}
