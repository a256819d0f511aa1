import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  readonly title: ReactNode;
  /** The screen's primary action, and others. */
  readonly actions?: ReactNode;
}

/** The head of a screen: its title and its actions. */
export function PageHeader({ title, actions }: PageHeaderProps) {
  return (
    <header className={classes.head}>
      <h1>{title}</h1>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
