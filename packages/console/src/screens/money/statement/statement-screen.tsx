import { Button, Group } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft, Mail, Printer } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import back from "../../../components/back-link.module.css";
import { NotFound } from "../../../components/not-found.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { PendingScreen } from "../../../components/pending-screen.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import "../../../components/print.css";
import moneyStyles from "../money.module.css";
import { firstDayOf, lastMonth } from "../owners/month.ts";
import { MonthSteps } from "../owners/month-steps.tsx";
import { useOwners } from "../owners/owners.ts";
import { SendDialog } from "../owners/send-dialog.tsx";
import { mailedAt, sumsOf, useStatements } from "../owners/statements.ts";
import { SaveStatement } from "./save-statement.tsx";
import styles from "./statement.module.css";
import { StatementTable } from "./statement-table.tsx";

const route = getRouteApi("/money/statements");

/** An owner's statement of a month: on the screen, on paper or as PDF, as CSV, and by mail (docs/concepts/statements.md). */
export function StatementScreen() {
  const { t } = useI18n();
  const { account, may } = useSession();
  const formats = useFormats();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const month = search.month ?? lastMonth();
  const owners = useOwners();
  const owner = owners.data?.find(({ contact, name }) =>
    search.owner === undefined ? name === (search.name ?? "") : contact?.id === search.owner,
  );
  const statements = useStatements(
    owner?.rentals.map(({ id }) => id),
    month,
  );
  const [isSending, setSending] = useState(false);
  const title = t("screens.money");
  if (!owners.data) return <PendingScreen title={title} reads={[owners]} />;
  if (!owner) return <NotFound title={t("owners.unknown")} screen="/money" />;
  if (!statements.data) return <PendingScreen title={title} reads={[statements]} />;
  const own = owner.rentals.flatMap(({ id }) => statements.data.get(id) ?? []);
  const sent = mailedAt(own);
  const owned = { owner, sums: sumsOf(own), mailedAt: sent };
  return (
    <div className={`${moneyStyles.page} ${styles.page}`}>
      <div className={styles.hidden}>
        <Link to="/money" search={{ tab: "owners", month }} className={back.back ?? ""}>
          <ArrowLeft size={16} aria-hidden /> {t("owners.back")}
        </Link>
      </div>
      <PageHeader
        title={owner.name ? t("owners.statementOf", { name: owner.name }) : t("owners.nobody")}
        actions={
          <Group gap="xs" className={styles.hidden ?? ""}>
            <SaveStatement {...{ month }} statements={own} />
            <Button variant="default" leftSection={<Printer size={16} aria-hidden />} onClick={() => print()}>
              {t("owners.print")}
            </Button>
            {owner.contact && may("payments_write") && (
              <Button leftSection={<Mail size={18} aria-hidden />} onClick={() => setSending(true)}>
                {sent ? t("owners.sendAgain") : t("owners.send")}
              </Button>
            )}
          </Group>
        }
      />
      <div className={`${moneyStyles.bar} ${styles.hidden}`}>
        <MonthSteps
          {...{ month, formats }}
          to={(chosen) => void navigate({ search: { ...search, month: chosen }, replace: true })}
        />
        <span className="hint">
          {sent ? t("owners.mailedAt", { moment: formats.moment(sent) }) : t("owners.notMailed")}
        </span>
      </div>
      <p className={styles.printed}>{`${account.name} · ${formats.month(firstDayOf(month))}`}</p>
      {own.map((statement) => (
        <StatementTable key={statement.links.rental} {...{ statement, formats }} />
      ))}
      {owned.sums.length > 0 && (
        <dl className={styles.total}>
          {owned.sums.map(({ currency, amounts }) => (
            <div key={currency}>
              <dt>{t("owners.amounts.payback_to_owner")}</dt>
              <dd>{formats.money(amounts.payback_to_owner, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      {isSending && <SendDialog {...{ month, formats }} months={[owned]} close={() => setSending(false)} />}
    </div>
  );
}
