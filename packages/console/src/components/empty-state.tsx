import { EmptyState as Panel } from "@mantine/core";
import { Inbox, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./states.module.css";

interface EmptyStateProps {
  /** Names the missing records, and says when they appear. */
  readonly text: ReactNode;
  readonly icon?: LucideIcon;
  /** The action that creates the first one. */
  readonly action?: ReactNode;
}

/** A list or a screen without content yet. */
export function EmptyState({ text, icon: Icon = Inbox, action }: EmptyStateProps) {
  return (
    <Panel className={classes.empty ?? ""} icon={<Icon aria-hidden />} description={text}>
      {action && <Panel.Actions>{action}</Panel.Actions>}
    </Panel>
  );
}
