import type { Session } from "../../app/session.tsx";
import { paymentKinds, paymentStatuses } from "./payment-filters.ts";

/** The parts of the screen, in the order of their tabs. */
export const tabs = ["due", "payments", "payouts"] as const;
export type Tab = (typeof tabs)[number];

/** What is looked at; kept in the address. What is not there is not asked. */
export interface MoneySearch {
  /** What is due, unless told. */
  readonly tab?: Tab;
  /** Of the list of what is due: also stays that ended long ago. */
  readonly old?: true;
  /** The days on which payments were paid. */
  readonly from?: string;
  readonly until?: string;
  readonly kind?: (typeof paymentKinds)[number];
  readonly status?: (typeof paymentStatuses)[number];
  readonly rental?: number;
  readonly gateway?: number;
  readonly source?: number;
}

/** What a tab is given: what is looked for, and how to look for something else. */
export interface TabProps {
  readonly search: MoneySearch;
  readonly change: (search: MoneySearch) => void;
}

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && Number.isFinite(Date.parse(value));
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Whatever the address says wrongly is not asked. */
export function moneySearch(given: Readonly<Record<string, unknown>>): MoneySearch {
  const { from, until, rental, gateway, source } = given;
  const tab = tabs.find((one) => one === given.tab && one !== "due");
  const kind = paymentKinds.find((one) => one === given.kind);
  const status = paymentStatuses.find((one) => one === given.status);
  return {
    ...(tab && { tab }),
    ...(given.old === true && { old: true }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
    ...(kind && { kind }),
    ...(status && { status }),
    ...(isId(rental) && { rental }),
    ...(isId(gateway) && { gateway }),
    ...(isId(source) && { source }),
  };
}

/** What somebody may see of it: payouts are the affair of owners and accountants (console.md, Roles). */
export const tabsFor = ({ may }: Pick<Session, "may">): readonly Tab[] =>
  tabs.filter((tab) => tab !== "payouts" || may("payouts_read"));
