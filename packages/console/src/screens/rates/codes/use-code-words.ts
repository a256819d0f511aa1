import { dayOf } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarRental } from "../../calendar/rentals.ts";
import type { DiscountCode } from "./codes.ts";

/** Describes a code: its discount, conditions and use. */
export function useCodeWords(rentals: readonly CalendarRental[], formats: Formats): (code: DiscountCode) => string {
  const { t } = useI18n();
  return (code) => {
    const { percentage, fixed_amount, currency, minimum_nights_booked, minimum_spend, links } = code;
    const money = (amount: string) => (currency ? formats.money(amount, currency) : amount);
    const names = rentals.filter(({ id }) => links.rentals.includes(id)).map(({ name }) => name);
    const used = links.bookings?.length ?? 0;
    return [
      fixed_amount === null ? `−${formats.percent(percentage ?? 0)}` : `−${money(fixed_amount)}`,
      !code.all_rentals && (names.join(", ") || t("codes.noRentals")),
      minimum_nights_booked !== null && t("nightPrices.atLeast", { nights: minimum_nights_booked }),
      minimum_spend !== null && t("codes.fromSpend", { price: money(minimum_spend) }),
      code.start_date !== null && t("codes.since", { date: formats.date(dayOf(code.start_date)) }),
      code.end_date !== null && t("codes.until", { date: formats.date(dayOf(code.end_date)) }),
      code.number_of_times === null
        ? t("codes.used", { count: used })
        : t("codes.usedOf", { count: used, max: code.number_of_times }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
}
