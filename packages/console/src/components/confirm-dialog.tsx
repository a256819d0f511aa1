import { Button, Group, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { FormProblems } from "./form-problems.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button that acts. */
  readonly confirmLabel: string;
  /** Whether the button is enabled; default true. */
  readonly isReady?: boolean;
  readonly act: () => Promise<unknown>;
  readonly done: () => void;
  readonly close: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: PropsWithChildren<ConfirmDialogProps>) {
  const { title, confirmLabel, isReady = true, act, done, close, children } = props;
  const { t } = useI18n();
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      close();
      done();
    },
  });
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ "aria-label": t("settings.cancel") }}>
      {children}
      <FormProblems error={acting.error} excluded={[]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("settings.cancel")}
        </Button>
        <Button
          color="red"
          variant="outline"
          disabled={!isReady}
          loading={acting.isPending}
          onClick={() => acting.mutate()}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
