import { monthOf } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";
import { Steps } from "./steps.tsx";

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
  return (
    <>
      <Steps at={year} last={2} go={setYear} back={words.rates.yearBack} on={words.rates.yearOn} />
      <strong>
        {formats.month(first)} – {formats.month(monthOf(first, 11))}
      </strong>
    </>
  );
}
