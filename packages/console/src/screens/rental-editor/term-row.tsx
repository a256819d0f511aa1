import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { FormProblems } from "../../parts/form-problems.tsx";
import { type Notice, useNotices } from "../../parts/notices.tsx";
import { useWords } from "../../words/words.tsx";

interface TermRowProps {
  readonly name: string;
  readonly change?: () => void;
  /** Removes it. @returns what to say of it, and how it is undone */
  readonly remove: () => Promise<Notice>;
}

/** One fee, tax or room: what it is, and its buttons, which say whose they are. */
export function TermRow({ name, change, remove, children }: PropsWithChildren<TermRowProps>) {
  const said = useWords().words.rentalTerms;
  const { tell } = useNotices();
  const removing = useMutation({ mutationFn: remove, onSuccess: tell });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {children}
        <FormProblems error={removing.error} besides={[]} />
      </div>
      <Group gap="xs">
        {change && (
          <Button size="compact-sm" variant="default" aria-label={said.changeOf(name)} onClick={change}>
            {said.change}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={said.removeOf(name)}
          loading={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {said.remove}
        </Button>
      </Group>
    </li>
  );
}
