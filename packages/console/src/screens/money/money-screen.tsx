import { Button } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { HandCoins } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { DueTab } from "./due/due-tab.tsx";
import { InvoicesTab } from "./invoices/invoices-tab.tsx";
import styles from "./money.module.css";
import { type TabProps, tabsFor } from "./money-search.ts";
import { OwnersTab } from "./owners/owners-tab.tsx";
import { PaymentsTab } from "./payments/payments-tab.tsx";
import { PayoutsTab } from "./payouts/payouts-tab.tsx";
import type { Tab } from "./tabs.ts";

const route = getRouteApi("/money");

const parts: Readonly<Record<Tab, (props: TabProps) => React.ReactNode>> = {
  payments: PaymentsTab,
  due: DueTab,
  invoices: InvoicesTab,
  payouts: PayoutsTab,
  owners: OwnersTab,
};

/** Payments, balances due, payouts, and the owners' month (console.md, Screens). */
export function MoneyScreen() {
  const { t } = useI18n();
  const session = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = tabsFor(session);
  const shown = open.find((one) => one === search.tab) ?? "payments";
  const Part = parts[shown];
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("screens.money")}
        actions={
          shown === "payments" &&
          session.may("payments_write") && (
            <Button
              leftSection={<HandCoins size={18} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/money" search={{ tab: "due" }} />}
            >
              {t("money.take")}
            </Button>
          )
        }
      />
      <nav className={styles.tabs} aria-label={t("money.parts")}>
        {open.map((one) => (
          <Link
            key={one}
            to="/money"
            search={one === "payments" ? {} : { tab: one }}
            activeOptions={{ exact: true }}
            aria-current={one === shown ? "page" : undefined}
            activeProps={{}}
          >
            {t(`money.tabs.${one}`)}
          </Link>
        ))}
      </nav>
      <Part key={shown} search={search} change={(changed) => void navigate({ search: changed, replace: true })} />
    </div>
  );
}
