import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarRental } from "../rentals.ts";
import type { Selection } from "./cursor.ts";
import type { StayDrag } from "./drag.ts";
import styles from "./grid.module.css";

interface GridStatusProps {
  readonly drag: StayDrag | undefined;
  readonly selection: Selection | undefined;
  readonly rentals: readonly CalendarRental[];
  readonly formats: Formats;
  readonly isTapping: boolean;
  readonly isEndTap: boolean;
}

/** Describes the current drag or selection, and the keys that end it. */
export function GridStatus({ drag, selection, rentals, formats, isTapping, isEndTap }: GridStatusProps) {
  const { t } = useI18n();
  const sentence = () => {
    if (drag) {
      const name = drag.stay.guest ?? drag.stay.reference;
      const nights = drag.departure - drag.arrival;
      if (drag.edge)
        return t("stay.stretching", {
          ...{ stay: name, nights },
          arrival: formats.date(drag.arrival),
          departure: formats.date(drag.departure),
        });
      const rental = rentals[drag.row]?.name ?? "";
      return t("stay.carrying", { stay: name, rental, arrival: formats.date(drag.arrival) });
    }
    if (isTapping && !selection) return isEndTap ? t("calendar.tapEnd") : t("calendar.tapStart");
    if (!selection) return "";
    const { firstRow, lastRow, first, last } = selection;
    return t("calendar.selected", { rentals: lastRow - firstRow + 1, nights: last - first + 1 });
  };
  const text = sentence();
  const isShown = drag !== undefined || isTapping;
  return (
    <p className={isShown && text ? styles.status : styles.unseen} role="status">
      {text}
    </p>
  );
}
