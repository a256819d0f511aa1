import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, Circle, CircleCheck, HandCoins } from "lucide-react";
import type { ReactNode } from "react";
import { useSession } from "../../../app/session.tsx";
import type { Formats } from "../../../components/formats.ts";
import { amountOf, minorOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { groupsOf, useDueBookings } from "../due/due-bookings.ts";
import styles from "./owners.module.css";
import type { OwnedMonth } from "./owners-table.tsx";

interface MonthEndProps {
  readonly months: readonly OwnedMonth[];
  readonly formats: Formats;
}

/** The tasks of a month's end: statements to mail, balances to collect, shares to pay out. */
export function MonthEnd({ months, formats }: MonthEndProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const due = useDueBookings(false);
  const overdue = groupsOf(due.data?.found ?? []).find(({ group }) => group === "overdue");
  const mailable = months.filter(({ owner }) => owner.contact);
  const mailed = mailable.filter(({ mailedAt }) => mailedAt !== undefined).length;
  const shares = months.flatMap(({ sums }) => sums);
  const toPay = [...Map.groupBy(shares, ({ currency }) => currency)].map(([currency, group]) => {
    const minor = group.reduce((sum, { amounts }) => sum + minorOf(amounts.payback_to_owner, currency), 0);
    return [currency, amountOf(minor, currency)] as const;
  });
  const unowned = months.find(({ owner }) => owner.name === "")?.owner.rentals.length ?? 0;
  const sum = (sums: Iterable<readonly [string, number]>): string =>
    [...sums].map(([currency, amount]) => formats.money(amount, currency)).join(" + ");
  return (
    <section className={styles.checklist} aria-label={t("owners.monthEnd")}>
      <ul>
        {mailable.length > 0 && (
          <Item isDone={mailed === mailable.length}>{t("owners.mailed", { count: mailed, all: mailable.length })}</Item>
        )}
        {due.data && (
          <Item isDone={!overdue}>
            {overdue ? (
              <Link to="/money" search={{ tab: "due" }}>
                {t("owners.overdue", { count: overdue.found.length, amount: sum(overdue.sums) })}
              </Link>
            ) : (
              t("owners.noneOverdue")
            )}
          </Item>
        )}
        {toPay.length > 0 && (
          <Item icon={<HandCoins size={18} aria-hidden />}>{t("owners.toPay", { amount: sum(toPay) })}</Item>
        )}
        {may("payouts_read") && (
          <Item icon={<ArrowLeftRight size={18} aria-hidden />}>
            <Link to="/money" search={{ tab: "payouts" }}>
              {t("owners.checkPayouts")}
            </Link>
          </Item>
        )}
        {unowned > 0 && <Item isDone={false}>{t("owners.unowned", { count: unowned })}</Item>}
      </ul>
    </section>
  );
}

interface ItemProps {
  readonly isDone?: boolean;
  /** For a task of which the service does not know whether it is done. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

function Item({ isDone, icon, children }: ItemProps) {
  const { t } = useI18n();
  const State = isDone ? CircleCheck : Circle;
  return (
    <li className={isDone ? styles.done : undefined}>
      {icon ?? <State size={18} aria-label={isDone ? t("owners.done") : t("owners.open")} />}
      <span>{children}</span>
    </li>
  );
}
