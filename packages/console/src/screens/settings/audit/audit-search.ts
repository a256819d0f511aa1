import { isKind, type Kind } from "./things.ts";

/** The audit's filters, kept in the address. */
export interface AuditSearch {
  readonly kind?: Kind;
  /** A rental's id. */
  readonly rental?: string;
  /** A booking's reference. */
  readonly booking?: string;
  /** A kind of actor, or a single one: `User:3`. */
  readonly actor?: string;
  /** A range of days, both ends included. */
  readonly from?: string;
  readonly to?: string;
}

const forms: Readonly<Record<Exclude<keyof AuditSearch, "kind">, RegExp>> = {
  rental: /^\d{1,15}$/,
  booking: /^[0-9A-Za-z]{1,15}$/,
  actor: /^[A-Za-z]{1,20}(:\d{1,15})?$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
};

/** Parses the address. Malformed values are ignored. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const kind = String(search.kind ?? "");
  const others = Object.entries(forms).flatMap(([name, form]) => {
    const text = String(search[name] ?? "");
    return form.test(text) ? [[name, text]] : [];
  });
  return { ...(isKind(kind) ? { kind } : {}), ...Object.fromEntries(others) };
}
