import { Group } from "@mantine/core";
import type { PropsWithChildren, ReactNode } from "react";
import styles from "./dialog-footer.module.css";

interface DialogFooterProps {
  /** Another way to go on, at the left. */
  readonly aside?: ReactNode;
}

/** A dialog's buttons. They stay in sight, however much the dialog says. */
export function DialogFooter({ aside, children }: PropsWithChildren<DialogFooterProps>) {
  return (
    <div className={styles.footer}>
      {aside}
      <Group justify="flex-end" ml="auto">
        {children}
      </Group>
    </div>
  );
}
