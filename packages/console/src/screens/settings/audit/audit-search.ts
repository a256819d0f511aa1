/** What is looked for in the audit, as it stands in the address. */
export interface AuditSearch {
  readonly resource?: string;
  /** An id, together with the resource. */
  readonly record?: string;
  /** A kind of actors, or one of them: `User:3`. */
  readonly actor?: string;
  /** Days, both included. */
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

/** What an address asks for; what has another form is left out. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    Object.entries(forms).flatMap(([name, form]) => {
      const text = String(search[name] ?? "");
      return form.test(text) ? [[name, text]] : [];
    }),
  );
}
