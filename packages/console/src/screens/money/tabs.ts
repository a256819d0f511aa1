/** The screen's tabs, in order. */
export const tabs = ["payments", "due", "invoices", "payouts", "owners"] as const;
export type Tab = (typeof tabs)[number];
