import { Button, Group } from "@mantine/core";
import { type PropsWithChildren, useEffect, useRef } from "react";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "../booking.module.css";

interface EditFormProps {
  readonly label: string;
  readonly submit: () => void;
  readonly cancel: () => void;
  readonly isPending: boolean;
  readonly isReady?: boolean;
  readonly error: unknown;
  /** Attributes whose problems are shown at their fields. */
  readonly fields: readonly string[];
}

/** A form that replaces the edited text: it takes the focus, and Escape cancels it. */
export function EditForm(props: PropsWithChildren<EditFormProps>) {
  const { label, submit, cancel, isPending, isReady = true, error, fields, children } = props;
  const { t } = useI18n();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(), []);
  return (
    <form
      ref={form}
      aria-label={label}
      className={classes.edit}
      data-takes-escape
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        // Escape first closes an open list of suggestions.
        if (event.key === "Escape" && !event.defaultPrevented && !form.current?.querySelector("[aria-expanded=true]"))
          cancel();
      }}
    >
      {children}
      <FormProblems error={error} excluded={fields} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={cancel}>
          {t("edit.cancel")}
        </Button>
        <Button type="submit" loading={isPending} disabled={!isReady}>
          {t("edit.save")}
        </Button>
      </Group>
    </form>
  );
}
