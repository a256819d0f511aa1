import { Button } from "@mantine/core";
import { useState } from "react";
import { Failure } from "../../components/failure.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { CancelPayment } from "./cancel-payment.tsx";
import { type ListedPayment, usePayments } from "./listed-payments.ts";
import type { TabProps } from "./money-search.ts";
import { PaymentFilters } from "./payment-filter-form.tsx";
import { PaymentRow } from "./payment-row.tsx";
import { RefundForm } from "./refund-form.tsx";
import { SavePayments } from "./save-payments.tsx";

/** Payments and refunds, newest first. */
export function PaymentsTab({ search, change }: TabProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const payments = usePayments(search);
  const [refunding, setRefunding] = useState<ListedPayment>();
  const [canceling, setCanceling] = useState<ListedPayment>();
  const found = payments.data?.pages.flatMap((page) => page.records);
  const total = payments.data?.pages[0]?.total ?? 0;

  const titles = [
    t("booking.paidOn"),
    t("booking.how"),
    t("bookings.columns.reference"),
    t("bookings.columns.rental"),
    t("money.status"),
  ];
  return (
    <>
      <PaymentFilters search={search} change={change} />
      {payments.error && <Failure error={payments.error} reset={() => void payments.refetch()} />}
      {!found && !payments.error && <Waiting />}
      {found && (
        <div className="found">
          <output className="hint">
            {found.length === 0 ? t("money.noPayment") : t("money.count", { count: total })}
          </output>
          {found.length > 0 && <SavePayments search={search} />}
        </div>
      )}
      {found && found.length > 0 && (
        <table className="list">
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col" className="figure">
                {t("money.amount")}
              </th>
              <th scope="col" aria-label={t("money.steps")} />
            </tr>
          </thead>
          <tbody>
            {found.map((payment) => (
              <PaymentRow
                key={payment.id}
                {...{ payment, formats }}
                refund={() => setRefunding(payment)}
                cancel={() => setCanceling(payment)}
              />
            ))}
          </tbody>
        </table>
      )}
      {payments.hasNextPage && (
        <Button variant="default" loading={payments.isFetchingNextPage} onClick={() => void payments.fetchNextPage()}>
          {t("money.earlier")}
        </Button>
      )}
      {refunding && <RefundForm payment={refunding} formats={formats} close={() => setRefunding(undefined)} />}
      {canceling && <CancelPayment payment={canceling} formats={formats} close={() => setCanceling(undefined)} />}
    </>
  );
}
