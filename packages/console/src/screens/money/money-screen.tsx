import { getRouteApi, Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { DueTab } from "./due-tab.tsx";
import { type Tab, type TabProps, tabsFor } from "./money-search.ts";
import "./money.css";
import { PaymentsTab } from "./payments-tab.tsx";
import { PayoutsTab } from "./payouts-tab.tsx";

const route = getRouteApi("/money");

const parts: Readonly<Record<Tab, (props: TabProps) => React.ReactNode>> = {
  due: DueTab,
  payments: PaymentsTab,
  payouts: PayoutsTab,
};

/** Balances due, payments and payouts (console.md, Screens). */
export function MoneyScreen() {
  const { t } = useI18n();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = tabsFor(useSession());
  const shown = open.find((one) => one === search.tab) ?? "due";
  const Part = parts[shown];
  return (
    <div className="money">
      <h1>{t("screens.money")}</h1>
      <nav aria-label={t("money.parts")}>
        {open.map((one) => (
          <Link
            key={one}
            to="/money"
            search={one === "due" ? {} : { tab: one }}
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
