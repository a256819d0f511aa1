/** The audit's filters, kept in the address. */
export interface AuditSearch {
  readonly resource?: string;
  /** A record's id; needs `resource`. */
  readonly record?: string;
  /** A kind of actor, or a single one: `User:3`. */
  readonly actor?: string;
  /** A range of days, both ends included. */
  readonly from?: string;
  readonly to?: string;
}

const forms: Readonly<Record<keyof AuditSearch, RegExp>> = {
  resource: /^[a-z_]{1,60}$/,
  record: /^[0-9a-f-]{1,36}$/,
  actor: /^[A-Za-z]{1,20}(:\d{1,15})?$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
};

/** Parses the address. Malformed values are ignored. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    Object.entries(forms).flatMap(([name, form]) => {
      const text = String(search[name] ?? "");
      return form.test(text) ? [[name, text]] : [];
    }),
  );
}
