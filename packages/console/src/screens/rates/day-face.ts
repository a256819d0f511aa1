import type { ReactNode } from "react";

/** A day's label, content and color. */
export interface DayFace {
  readonly label: string;
  readonly text: ReactNode;
  readonly color?: string;
  readonly isOff?: boolean;
}
