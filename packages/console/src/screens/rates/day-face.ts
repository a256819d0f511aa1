import type { ReactNode } from "react";

/** How a day is drawn, and what it says. */
export interface DayFace {
  readonly label: string;
  readonly text: ReactNode;
  readonly color?: string;
  readonly isOff?: boolean;
}
