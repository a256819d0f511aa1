import { Button } from "@mantine/core";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import type { TabProps } from "../money-search.ts";
import { CancelPayment } from "./cancel-payment.tsx";
import { type ListedPayment, usePayments } from "./listed-payments.ts";
import { PaymentFilters } from "./payment-filter-form.tsx";
import { PaymentTable } from "./payment-table.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
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
  return (
    <>
      <PaymentFilters search={search} change={change} />
      {!payments.data && <Pending reads={[payments]} />}
      {found?.length === 0 && <EmptyState icon={ReceiptText} text={t("money.noPayment")} />}
      {found && found.length > 0 && (
        <>
          <div className={styles.bar}>
            <output className="hint">{t("money.count", { count: total })}</output>
            <SavePayments search={search} />
          </div>
          <PaymentTable payments={found} formats={formats} refund={setRefunding} cancel={setCanceling} />
        </>
      )}
      {payments.hasNextPage && (
        <div>
          <Button variant="default" loading={payments.isFetchingNextPage} onClick={() => void payments.fetchNextPage()}>
            {t("money.earlier")}
          </Button>
        </div>
      )}
      {refunding && <RefundDialog payment={refunding} formats={formats} close={() => setRefunding(undefined)} />}
      {canceling && <CancelPayment payment={canceling} formats={formats} close={() => setCanceling(undefined)} />}
    </>
  );
}
