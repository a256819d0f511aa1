import { Button } from "@mantine/core";

interface StepsProps {
  /** Where one is, from 0 to `last`. */
  readonly at: number;
  readonly last: number;
  readonly go: (to: number) => void;
  /** What the two buttons are called. */
  readonly back: string;
  readonly on: string;
}

/** Two buttons that lead one step back and one on. */
export function Steps({ at, last, go, back, on }: StepsProps) {
  const step = (to: number, label: string, sign: string) => (
    <Button variant="default" disabled={to < 0 || to > last} aria-label={label} onClick={() => go(to)}>
      {sign}
    </Button>
  );
  return (
    <Button.Group>
      {step(at - 1, back, "‹")}
      {step(at + 1, on, "›")}
    </Button.Group>
  );
}
