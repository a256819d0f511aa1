import type { Formats } from "../../../components/formats.ts";
import { ListHead } from "../../../components/lists/list-head.tsx";
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
      <ListHead titles={titles} figures={[t("money.amount")]} figureClass={styles.figure} />
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
