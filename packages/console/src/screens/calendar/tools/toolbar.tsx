import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { ChevronLeft, ChevronRight, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { monthOf, textOf } from "../../../components/days.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { filterNames } from "../calendar-search.ts";
import { type RowHeight, rowHeights } from "../grid/sizes.ts";
import { Filters } from "./filters.tsx";
import { Legend } from "./legend.tsx";
import styles from "./tools.module.css";
import { useCalendarSearch } from "./use-calendar-search.ts";

interface ToolbarProps {
  readonly today: number;
  /** The first visible day. */
  readonly start: number;
  readonly places: ReadonlyMap<number, Resource<"destinations">> | undefined;
  readonly rowHeight: RowHeight;
  readonly setRowHeight: (height: RowHeight) => void;
  readonly isTapping: boolean;
  readonly setTapping: (isTapping: boolean) => void;
}

/** Dates and search, and behind one button the filters, the row height and the legend. */
export function Toolbar(props: ToolbarProps) {
  const { today, start, places, rowHeight, setRowHeight, isTapping, setTapping } = props;
  const { t } = useI18n();
  const { search, change } = useCalendarSearch();
  const count = filterNames.filter((name) => search[name] !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
  const go = (day: number) => change({ day: textOf(day) });
  return (
    <div className={styles.toolbar}>
      <Button.Group>
        <Button variant="default" px="xs" aria-label={t("calendar.before")} onClick={() => go(monthOf(start, -1))}>
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        <Button variant="default" onClick={() => go(today - 2)}>
          {t("calendar.today")}
        </Button>
        <Button variant="default" px="xs" aria-label={t("calendar.after")} onClick={() => go(monthOf(start, 1))}>
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </Button.Group>
      <TextInput
        className={styles.seek ?? ""}
        aria-label={t("calendar.seek")}
        placeholder={t("calendar.seek")}
        value={search.q ?? ""}
        onChange={({ currentTarget }) => change({ q: currentTarget.value })}
      />
      <Button
        variant="default"
        className={styles.filter ?? ""}
        leftSection={<SlidersHorizontal size={16} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls="calendar-tools"
        onClick={() => setOpen(!isOpen)}
      >
        <span>{count > 0 ? t("calendar.filtersActive", { count }) : t("calendar.filters")}</span>
      </Button>
      <div className={styles.wide}>
        <Legend />
      </div>
      <div id="calendar-tools" className={styles.tools} hidden={!isOpen}>
        <Filters places={places} />
        <NativeSelect
          label={t("calendar.rowHeight")}
          value={String(rowHeight)}
          onChange={({ currentTarget }) =>
            setRowHeight(rowHeights.find((one) => one === Number(currentTarget.value)) ?? 40)
          }
          data={rowHeights.map((height) => ({ value: String(height), label: t(`calendar.rowHeights.${height}`) }))}
        />
        <Button
          className={styles.tap ?? ""}
          variant={isTapping ? "filled" : "default"}
          aria-pressed={isTapping}
          onClick={() => setTapping(!isTapping)}
        >
          {t("calendar.selectNights")}
        </Button>
        <div className={styles.narrow}>
          <Legend />
        </div>
      </div>
    </div>
  );
}
