import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { FormProblems } from "../../components/form-problems.tsx";
import { type Notice, useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";

interface TermRowProps {
  readonly name: string;
  readonly change?: () => void;
  /** Removes it. @returns the notice to show, with undo */
  readonly remove: () => Promise<Notice>;
}

/** A fee, tax or room with its buttons, whose labels include its name. */
export function TermRow({ name, change, remove, children }: PropsWithChildren<TermRowProps>) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const removing = useMutation({ mutationFn: remove, onSuccess: notify });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {children}
        <FormProblems error={removing.error} excluded={[]} />
      </div>
      <Group gap="xs">
        {change && (
          <Button size="compact-sm" variant="default" aria-label={t("rentalTerms.changeOf", { name })} onClick={change}>
            {t("rentalTerms.change")}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t("rentalTerms.removeOf", { name })}
          loading={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {t("rentalTerms.remove")}
        </Button>
      </Group>
    </li>
  );
}
