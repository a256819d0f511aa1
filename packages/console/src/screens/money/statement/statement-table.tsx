import { useId } from "react";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import moneyStyles from "../money.module.css";
import {
  type AmountName,
  type Statement,
  type StatementStay,
  type StatementTotal,
  shareNames,
} from "../owners/statements.ts";

interface StatementTableProps {
  readonly statement: Statement;
  readonly formats: Formats;
}

/** A rental's month: how the guests' price of each stay is divided. Columns that are zero in every line are left out. */
export function StatementTable({ statement, formats }: StatementTableProps) {
  const { t } = useI18n();
  const id = useId();
  const { rental_name, stays, totals } = statement;
  const isShown = (name: AmountName): boolean => stays.some((stay) => Number(stay[name]) !== 0);
  const shown: readonly AmountName[] = [
    "final_price",
    ...shareNames.filter((name) => name === "payback_to_owner" || isShown(name)),
    ...(isShown("disputes_open") ? (["disputes_open"] as const) : []),
  ];
  const cells = (line: StatementStay | StatementTotal) =>
    shown.map((name) => (
      <td key={name} className={moneyStyles.figure} data-name={t(`owners.amounts.${name}`)}>
        {formats.money(line[name], line.currency)}
      </td>
    ));
  return (
    <section className={moneyStyles.section} aria-labelledby={id}>
      <h2 id={id}>{rental_name}</h2>
      {stays.length === 0 ? (
        <p className="hint">{t("owners.noStays")}</p>
      ) : (
        <table className={moneyStyles.list} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t("money.stay")}</th>
              <th scope="col" className={moneyStyles.figure}>
                {t("owners.nights")}
              </th>
              {shown.map((name) => (
                <th key={name} scope="col" className={moneyStyles.figure}>
                  {t(`owners.amounts.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stays.map((stay) => (
              <tr key={stay.booking_id}>
                <td data-name={t("money.stay")}>
                  <BookingLink id={stay.booking_id}>
                    {`${formats.date(dayOf(stay.arrival))} – ${formats.date(dayOf(stay.departure))}`}
                  </BookingLink>
                  <small>
                    {stay.status === "Canceled" ? `${stay.reference} · ${t("owners.canceled")}` : stay.reference}
                  </small>
                </td>
                <td className={moneyStyles.figure} data-name={t("owners.nights")}>
                  {stay.nights}
                </td>
                {cells(stay)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map((total) => (
              <tr key={total.currency}>
                <th scope="row">{t("owners.total")}</th>
                <td className={moneyStyles.figure} data-name={t("owners.nights")}>
                  {total.nights}
                </td>
                {cells(total)}
              </tr>
            ))}
          </tfoot>
        </table>
      )}
    </section>
  );
}
