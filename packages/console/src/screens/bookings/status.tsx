import { Badge } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";
import type { ListedBooking } from "./listed-bookings.ts";

const colors: Readonly<Record<ListedBooking["status"], string>> = {
  Booked: "var(--good)",
  Tentative: "var(--ink)",
  Unavailable: "var(--soft)",
  Canceled: "var(--bad)",
};

/** A booking's state as a word in its color. */
export function Status({ status }: Pick<ListedBooking, "status">) {
  const { t } = useI18n();
  return (
    <Badge variant="default" tt="none" c={colors[status]} td={status === "Canceled" ? "line-through" : "none"}>
      {t(`bookings.statuses.${status}`)}
    </Badge>
  );
}
