import { Button } from "@mantine/core";
import { Mail, UsersRound } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import moneyStyles from "../money.module.css";
import type { TabProps } from "../money-search.ts";
import { lastMonth } from "./month.ts";
import { MonthEnd } from "./month-end.tsx";
import { MonthSteps } from "./month-steps.tsx";
import { useOwners } from "./owners.ts";
import { type OwnedMonth, OwnersTable } from "./owners-table.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { mailedAt, sumsOf, useStatements } from "./statements.ts";

/** The owners' month: their rentals, shares and statements, and the remaining steps. */
export function OwnersTab({ search, change }: TabProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const formats = useFormats();
  const month = search.month ?? lastMonth();
  const owners = useOwners();
  const rentals = owners.data?.flatMap((owner) => owner.rentals.map(({ id }) => id));
  const statements = useStatements(rentals, month);
  const [sending, setSending] = useState<readonly OwnedMonth[]>();
  const months: OwnedMonth[] = (owners.data ?? []).map((owner) => {
    const own = owner.rentals.flatMap(({ id }) => statements.data?.get(id) ?? []);
    return { owner, sums: sumsOf(own), mailedAt: mailedAt(own) };
  });
  const open = months.filter(({ owner, mailedAt }) => owner.contact && mailedAt === undefined);
  const maySend = may("payments_write");
  return (
    <>
      <div className={moneyStyles.bar}>
        <MonthSteps
          {...{ month, formats }}
          to={(chosen) => change({ tab: "owners", ...(chosen !== lastMonth() && { month: chosen }) })}
        />
        {maySend && open.length > 0 && (
          <Button leftSection={<Mail size={18} aria-hidden />} onClick={() => setSending(open)}>
            {t("owners.sendAll", { count: open.length })}
          </Button>
        )}
      </div>
      {!owners.data || !statements.data ? (
        <Pending reads={[owners, statements]} />
      ) : months.length === 0 ? (
        <EmptyState icon={UsersRound} text={t("owners.nothing")} />
      ) : (
        <>
          <MonthEnd {...{ months, formats }} />
          <OwnersTable {...{ months, month, formats }} send={maySend ? (one) => setSending([one]) : undefined} />
        </>
      )}
      {sending && <SendDialog {...{ month, formats }} months={sending} close={() => setSending(undefined)} />}
    </>
  );
}
