import type { Session } from "../../app/session.tsx";
import { paymentKinds, paymentStatuses } from "./payments/payment-filters.ts";
import { type Tab, tabs } from "./tabs.ts";

/** The kinds of invoices. */
export const invoiceKinds = ["invoice", "deposit", "credit_note"] as const;

/** The tab and its filters, kept in the address. Missing fields do not filter. */
export interface MoneySearch {
  /** Default: payments. */
  readonly tab?: Tab;
  /** Due tab only: include stays that ended long ago. */
  readonly old?: true;
  /** The range of payment dates. */
  readonly from?: string;
  readonly until?: string;
  readonly kind?: (typeof paymentKinds)[number];
  readonly status?: (typeof paymentStatuses)[number];
  readonly rental?: number;
  readonly gateway?: number;
  readonly source?: number;
  /** Invoices tab only: the kind, and a part of a number or a name. */
  readonly invoices?: (typeof invoiceKinds)[number];
  readonly words?: string;
  /** Owners tab only: `YYYY-MM`. Default: last month. */
  readonly month?: string;
}

/** A tab's filters, and a function to change them. */
export interface TabProps {
  readonly search: MoneySearch;
  readonly change: (search: MoneySearch) => void;
}

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && Number.isFinite(Date.parse(value));
/** Whether a value is a month that the API can compute statements for. */
export const isMonth = (value: unknown): value is string =>
  typeof value === "string" && /^(19[7-9]\d|2[01]\d\d)-(0[1-9]|1[0-2])$/.test(value);
export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Parses the address. Invalid values are ignored. */
export function moneySearch(input: Readonly<Record<string, unknown>>): MoneySearch {
  const { from, until, rental, gateway, source, month } = input;
  const tab = tabs.find((one) => one === input.tab && one !== "payments");
  const kind = paymentKinds.find((one) => one === input.kind);
  const invoices = invoiceKinds.find((one) => one === input.invoices);
  const words = typeof input.words === "string" ? input.words.slice(0, 100) : "";
  const status = paymentStatuses.find((one) => one === input.status);
  return {
    ...(tab && { tab }),
    ...(input.old === true && { old: true }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
    ...(kind && { kind }),
    ...(status && { status }),
    ...(isId(rental) && { rental }),
    ...(isId(gateway) && { gateway }),
    ...(isId(source) && { source }),
    ...(invoices && { invoices }),
    ...(words !== "" && { words }),
    ...(isMonth(month) && { month }),
  };
}

/** The tabs that the person can see: payouts are for owners and accountants (console.md, Roles). */
export const tabsFor = ({ may }: Pick<Session, "may">): readonly Tab[] =>
  tabs.filter((tab) => tab !== "payouts" || may("payouts_read"));
