import { Button, Group } from "@mantine/core";
import type { PropsWithChildren, ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./records.module.css";

interface RecordRowProps {
  /** Completes the labels of the buttons. */
  readonly name: string;
  readonly title?: ReactNode;
  readonly edit?: (() => void) | undefined;
  readonly remove?: (() => void) | undefined;
  /** Default: Remove. */
  readonly removeLabel?: string;
}

/** A record of a list that settings edit, with its buttons. */
export function RecordRow({
  name,
  title = name,
  edit,
  remove,
  removeLabel,
  children,
}: PropsWithChildren<RecordRowProps>) {
  const { t } = useI18n();
  const removing = removeLabel ?? t("records.remove");
  const labelOf = (action: string) => t("records.of", { action, name });
  return (
    <li>
      <div>
        <strong>{title}</strong>
        {children}
      </div>
      <Group gap="xs">
        {edit && (
          <Button size="compact-sm" variant="default" aria-label={labelOf(t("records.edit"))} onClick={edit}>
            {t("records.edit")}
          </Button>
        )}
        {remove && (
          <Button size="compact-sm" variant="default" aria-label={labelOf(removing)} onClick={remove}>
            {removing}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** The rows of a list, with its name for screen readers. */
export function RecordList({ label, children }: PropsWithChildren<{ readonly label: string }>) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}
