import { Button } from "@mantine/core";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { firstDayOf, monthAfter } from "./month.ts";
import styles from "./owners.module.css";

interface MonthStepsProps {
  readonly month: string;
  readonly formats: Formats;
  readonly to: (month: string) => void;
}

/** The month, with buttons to its neighbors. */
export function MonthSteps({ month, formats, to }: MonthStepsProps) {
  const { t } = useI18n();
  return (
    <div className={styles.month}>
      <Button variant="default" px="xs" aria-label={t("owners.monthBefore")} onClick={() => to(monthAfter(month, -1))}>
        <ChevronLeft size={18} aria-hidden />
      </Button>
      <output>{formats.month(firstDayOf(month))}</output>
      <Button variant="default" px="xs" aria-label={t("owners.monthAfter")} onClick={() => to(monthAfter(month, 1))}>
        <ChevronRight size={18} aria-hidden />
      </Button>
    </div>
  );
}
