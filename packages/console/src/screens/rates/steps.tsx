import { Button } from "@mantine/core";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";

interface StepsProps {
  /** The current position, from 0 to `last`. */
  readonly at: number;
  readonly last: number;
  readonly go: (to: number) => void;
  /** The labels of the two buttons. */
  readonly back: string;
  readonly on: string;
}

/** Buttons for the previous and next step. */
export function Steps({ at, last, go, back, on }: StepsProps) {
  const step = (to: number, label: string, Icon: LucideIcon) => (
    <Button variant="default" disabled={to < 0 || to > last} aria-label={label} onClick={() => go(to)}>
      <Icon size={16} aria-hidden />
    </Button>
  );
  return (
    <Button.Group>
      {step(at - 1, back, ChevronLeft)}
      {step(at + 1, on, ChevronRight)}
    </Button.Group>
  );
}
