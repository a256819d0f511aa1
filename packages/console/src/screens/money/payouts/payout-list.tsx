import { Button } from "@mantine/core";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { dayThen } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { Pending } from "../../../components/pending.tsx";
import { amountOf } from "../../../components/record-payment.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { ListedPayout, PayoutKind, useChannelPayouts } from "./listed-payouts.ts";
import { PayoutLines } from "./payout-lines-table.tsx";
import styles from "./payouts.module.css";

interface PayoutListProps {
  readonly kind: PayoutKind;
  readonly payouts: ReturnType<typeof useChannelPayouts>;
  /** Gateway or channel names by id. */
  readonly names: ReadonlyMap<number, string> | undefined;
}

/** Payouts, newest first. Each opens to show its lines. */
export function PayoutList({ kind, payouts, names }: PayoutListProps) {
  const { t } = useI18n();
  const formats = useFormats();
  if (!payouts.data) return <Pending reads={[payouts]} />;
  const found = payouts.data.pages.flatMap((page) => page.records);
  return (
    <>
      <output className="hint">
        {found.length === 0
          ? t("money.noPayout")
          : t("money.payoutCount", { count: payouts.data.pages[0]?.total ?? 0 })}
      </output>
      <ul className={styles.payouts}>
        {found.map((payout) => (
          <Payout key={payout.id} {...{ kind, payout, formats }} name={names?.get(payout.from) ?? ""} />
        ))}
      </ul>
      {payouts.hasNextPage && (
        <Button variant="default" loading={payouts.isFetchingNextPage} onClick={() => void payouts.fetchNextPage()}>
          {t("money.earlier")}
        </Button>
      )}
    </>
  );
}

interface PayoutProps {
  readonly kind: PayoutKind;
  readonly payout: ListedPayout;
  readonly name: string;
  readonly formats: Formats;
}

function Payout({ kind, payout, name, formats }: PayoutProps) {
  const [isOpen, setOpen] = useState(false);
  const { reference, paid_at, amount_in_cents, currency } = payout;
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <ChevronRight size={16} aria-hidden />
          <span>{formats.date(dayThen(paid_at))}</span>
          <span>
            {reference} <small>{name}</small>
          </span>
          <strong>{formats.money(amountOf(amount_in_cents, currency), currency)}</strong>
        </summary>
        {isOpen && <PayoutLines {...{ kind, payout, formats }} />}
      </details>
    </li>
  );
}
