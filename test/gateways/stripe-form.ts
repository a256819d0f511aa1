/** A parsed form-encoded body: strings, and nested objects by name or index. */
export interface Form {
  readonly [name: string]: string | Form | undefined;
}

/** Parses `a[b][0]=c` like Stripe. */
export function parseForm(body: string): Form {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    const last = path.pop() ?? "";
    let at = form;
    for (const part of path) {
      const inner = at[part];
      if (isRecord(inner)) at = inner;
      else {
        const made: Record<string, unknown> = {};
        at[part] = made;
        at = made;
      }
    }
    at[last] = value;
  }
  return frozen(form);
}

/** The string at a path; undefined if absent. */
export function textIn(form: Form, ...path: readonly string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

/** The object at a name, with string values. */
export function textsIn(form: Form, name: string): Record<string, string> {
  const inner = form[name];
  const texts: Record<string, string> = {};
  if (typeof inner !== "object") return texts;
  for (const [key, value] of Object.entries(inner)) if (typeof value === "string") texts[key] = value;
  return texts;
}

function frozen(record: Record<string, unknown>): Form {
  const form: Record<string, string | Form> = {};
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === "string") form[name] = value;
    else if (isRecord(value)) form[name] = frozen(value);
  }
  return form;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
