import { Button } from "@mantine/core";
import { monthOf } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";

interface YearChoiceProps {
  readonly year: number;
  readonly setYear: (year: number) => void;
  /** The first day of the year that is shown. */
  readonly first: number;
  readonly formats: Formats;
}

/** Which of the three years that have prices is shown, and what it is called. */
export function YearChoice({ year, setYear, first, formats }: YearChoiceProps) {
  const { words } = useWords();
  const step = (by: number, label: string, sign: string) => (
    <Button
      variant="default"
      disabled={year + by < 0 || year + by > 2}
      aria-label={label}
      onClick={() => setYear(year + by)}
    >
      {sign}
    </Button>
  );
  return (
    <>
      <Button.Group>
        {step(-1, words.rates.yearBack, "‹")}
        {step(1, words.rates.yearOn, "›")}
      </Button.Group>
      <strong>
        {formats.month(first)} – {formats.month(monthOf(first, 11))}
      </strong>
    </>
  );
}
