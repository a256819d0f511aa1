import { VisuallyHidden } from "@mantine/core";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import type { ListedPayment } from "./listed-payments.ts";
import { PaymentRow } from "./payment-row.tsx";

interface PaymentTableProps {
  readonly payments: readonly ListedPayment[];
  readonly formats: Formats;
  readonly refund: (payment: ListedPayment) => void;
  readonly cancel: (payment: ListedPayment) => void;
}

/** Payments, each with its booking and actions. */
export function PaymentTable({ payments, formats, refund, cancel }: PaymentTableProps) {
  const { t } = useI18n();
  const titles = [
    t("bookings.columns.guest"),
    t("bookings.columns.rental"),
    t("booking.paidOn"),
    t("booking.how"),
    t("money.status"),
  ];
  return (
    <table className={styles.list}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col" className={styles.figure}>
            {t("money.amount")}
          </th>
          <th scope="col">
            <VisuallyHidden>{t("money.steps")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow
            key={payment.id}
            {...{ payment, formats }}
            refund={() => refund(payment)}
            cancel={() => cancel(payment)}
          />
        ))}
      </tbody>
    </table>
  );
}
