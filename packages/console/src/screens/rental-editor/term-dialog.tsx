import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormModal } from "../../components/draft/form-modal.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { type Notice, useNotices } from "../../components/notices.tsx";
import classes from "../../components/records/record-form.module.css";
import { useI18n } from "../../i18n/i18n.ts";

interface TermDialogProps {
  readonly title: string;
  /** Attributes whose problems are shown at their fields. */
  readonly excluded: readonly string[];
  readonly save: () => Promise<Notice>;
  readonly close: () => void;
  /** The form's fields, given the last error. */
  readonly children: (error: unknown) => ReactNode;
}

/** A form for a fee, tax, policy or room. It stays open, with its input, until saving succeeds. */
export function TermDialog({ title, excluded, save, close, children }: TermDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (notice) => {
      close();
      notify(notice);
    },
  });
  return (
    <FormModal onClose={close} title={title}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        {children(saving.error)}
        <FormProblems error={saving.error} excluded={excluded} />
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={saving.isPending}>
            {t("rentalEditor.save")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
