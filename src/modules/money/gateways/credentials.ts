import type { ValidationErrors } from "../../../kernel/errors.ts";
import { isBlankText } from "../../../kernel/values/text.ts";
import type { Credentials, GatewayName } from "./gateway.ts";

interface Field {
  readonly required: boolean;
  /** Only ever shown masked. */
  readonly secret: boolean;
  readonly form?: RegExp;
  /** The error for a value that does not match `form`. */
  readonly problem?: string;
}

const beginning = (...prefixes: readonly string[]): Pick<Field, "form" | "problem"> => ({
  form: new RegExp(`^(${prefixes.join("|")})[\\x21-\\x7e]{8,}$`),
  problem: `must begin with ${prefixes.join(" or ")}`,
});

/** The credential fields of each gateway. */
const fieldsOf: Readonly<Record<GatewayName, Readonly<Record<string, Field>>>> = {
  bogus: { login: { required: false, secret: false }, webhook_secret: { required: false, secret: true } },
  stripe: {
    secret_key: { required: true, secret: true, ...beginning("sk_", "rk_") },
    publishable_key: { required: true, secret: false, ...beginning("pk_") },
    webhook_secret: { required: true, secret: true, ...beginning("whsec_") },
  },
};

const ellipsis = "…";

/** Masks a secret: keeps its prefix and last four characters. A short secret keeps the prefix only. */
export function maskSecret(secret: string): string {
  const [prefix = ""] = /^[a-z]{2,6}_/.exec(secret) ?? [];
  return `${prefix}${ellipsis}${secret.length >= prefix.length + 12 ? secret.slice(-4) : ""}`;
}

/** Credentials with their secrets masked, for API responses. */
export function maskCredentials(gateway: GatewayName, credentials: Credentials): Credentials {
  const fields = fieldsOf[gateway];
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [name, fields[name]?.secret ? maskSecret(value) : value]),
  );
}

/**
 * Merges a write into the stored credentials: a masked value that is sent back keeps the stored secret.
 * Problems go to `errors`, which never repeat a value.
 * @param stored in plain text; undefined for a new gateway
 */
export function mergeCredentials(
  gateway: GatewayName,
  input: Credentials,
  stored: Credentials | undefined,
  errors: ValidationErrors,
): Credentials {
  const fields = fieldsOf[gateway];
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(fields, name)) errors.add("credentials", `${name.slice(0, 50)} is not a field of ${gateway}`);
  }
  const merged: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name] ?? "";
    const secret = stored?.[name];
    const unchanged = field.secret && secret !== undefined && value === maskSecret(secret);
    const problem = unchanged ? undefined : problemOf(field, value);
    if (problem !== undefined) errors.add("credentials", `${name} ${problem}`);
    else if (unchanged) merged[name] = secret;
    else if (!isBlankText(value)) merged[name] = value;
  }
  return merged;
}

function problemOf(field: Field, value: string): string | undefined {
  if (isBlankText(value)) return field.required ? "can't be blank" : undefined;
  if (field.secret && value.includes(ellipsis))
    return "is a masked value that does not match the stored secret. Send the full secret";
  return field.form && !field.form.test(value) ? field.problem : undefined;
}

/** Whether the credentials visibly belong to a live account that moves real money. */
export function areLive(credentials: Credentials): boolean {
  return Object.values(credentials).some((value) => /^(sk|rk|pk)_live_/.test(value));
}
