import { monthOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Steps } from "./steps.tsx";

interface YearChoiceProps {
  readonly year: number;
  readonly setYear: (year: number) => void;
  /** The first day of the displayed year. */
  readonly first: number;
  readonly formats: Formats;
}

/** Switches between the three years that have prices. */
export function YearChoice({ year, setYear, first, formats }: YearChoiceProps) {
  const { t } = useI18n();
  return (
    <>
      <Steps at={year} last={2} go={setYear} back={t("rates.yearBack")} on={t("rates.yearOn")} />
      <strong>
        {formats.month(first)} – {formats.month(monthOf(first, 11))}
      </strong>
    </>
  );
}
