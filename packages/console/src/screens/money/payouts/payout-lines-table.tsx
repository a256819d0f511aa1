import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import type { Formats } from "../../../components/formats.ts";
import { Pending } from "../../../components/pending.tsx";
import { amountOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import type { ListedPayout, PayoutKind } from "./listed-payouts.ts";
import { type PayoutLine, usePayoutLines } from "./payout-lines.ts";

interface PayoutLinesProps {
  readonly kind: PayoutKind;
  readonly payout: ListedPayout;
  readonly formats: Formats;
}

/** A payout's lines: bookings, deductions, and differences from the expected amounts. */
export function PayoutLines({ kind, payout, formats }: PayoutLinesProps) {
  const { t } = useI18n();
  const lines = usePayoutLines(kind, payout.id);
  if (!lines.data) return <Pending reads={[lines]} />;

  const figures = [
    t("money.gross"),
    t("money.kept"),
    t("money.net"),
    ...(kind === "payouts" ? [] : [t("money.difference")]),
  ];
  return (
    <table className={styles.list}>
      <thead>
        <tr>
          <th scope="col">{t("money.about")}</th>
          {figures.map((title) => (
            <th key={title} scope="col" className={styles.figure}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.data.map((line) => (
          <Line key={line.index} {...{ line, kind, formats }} currency={payout.currency} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  readonly line: PayoutLine;
  readonly kind: PayoutKind;
  readonly formats: Formats;
  readonly currency: string;
}

function Line({ line, kind, formats, currency }: LineProps) {
  const { t } = useI18n();
  const { booking } = line;
  const money = (minor: number) => formats.money(amountOf(minor, currency), currency);
  const isOff = Number(booking?.reconciliation ?? 0) !== 0;
  return (
    <tr>
      <td data-name={t("money.about")}>
        {booking && <BookingLink id={booking.id}>{booking.reference}</BookingLink>}
        {(line.kind ?? (booking ? null : "other")) && ` ${t(`money.lineKinds.${line.kind ?? "other"}`)}`}
        {line.description && <small>{line.description}</small>}
      </td>
      <td className={styles.figure} data-name={t("money.gross")}>
        {money(line.gross)}
      </td>
      <td className={styles.figure} data-name={t("money.kept")}>
        {money(line.kept)}
      </td>
      <td className={styles.figure} data-name={t("money.net")}>
        {money(line.net)}
      </td>
      {kind === "channel_payouts" && (
        <td
          className={[styles.figure, isOff && styles.bad].filter(Boolean).join(" ")}
          data-name={t("money.difference")}
        >
          {booking?.reconciliation != null && formats.money(booking.reconciliation, booking.currency ?? currency)}
        </td>
      )}
    </tr>
  );
}
