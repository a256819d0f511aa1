import type { ReactNode } from "react";

interface PageHeaderProps {
  readonly title: ReactNode;
  /** The screen's primary action, and others. */
  readonly actions?: ReactNode;
}

/** The head of a screen: its title and its actions. */
export function PageHeader({ title, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <h1>{title}</h1>
      {actions}
    </header>
  );
}
