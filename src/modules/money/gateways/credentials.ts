import type { ValidationErrors } from "../../../kernel/errors.ts";
import { isBlankText } from "../../../kernel/values/text.ts";
import type { Credentials, GatewayName } from "./gateway.ts";

interface Field {
  readonly required: boolean;
  /** Shown masked, and never whole. */
  readonly secret: boolean;
  readonly form?: RegExp;
  /** What a value of another form must do. */
  readonly problem?: string;
}

const beginning = (...prefixes: readonly string[]): Pick<Field, "form" | "problem"> => ({
  form: new RegExp(`^(${prefixes.join("|")})[\\x21-\\x7e]{8,}$`),
  problem: `must begin with ${prefixes.join(" or ")}`,
});

/** What each gateway must be given. */
const fieldsOf: Readonly<Record<GatewayName, Readonly<Record<string, Field>>>> = {
  bogus: { login: { required: false, secret: false }, webhook_secret: { required: false, secret: true } },
  stripe: {
    secret_key: { required: true, secret: true, ...beginning("sk_", "rk_") },
    publishable_key: { required: true, secret: false, ...beginning("pk_") },
    webhook_secret: { required: true, secret: true, ...beginning("whsec_") },
  },
};

const ellipsis = "…";

/** A secret as it is shown: what kind it is, and its last four characters. A short one shows none of them. */
export function maskSecret(secret: string): string {
  const [prefix = ""] = /^[a-z]{2,6}_/.exec(secret) ?? [];
  return `${prefix}${ellipsis}${secret.length >= prefix.length + 12 ? secret.slice(-4) : ""}`;
}

/** Credentials as they are shown. */
export function maskCredentials(gateway: GatewayName, credentials: Credentials): Credentials {
  const fields = fieldsOf[gateway];
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [name, fields[name]?.secret ? maskSecret(value) : value]),
  );
}

/**
 * What credentials are after a write: what it gives, and for each masked value that came back the secret behind it. What is wrong stands
 * in `errors`, which never repeat a value.
 * @param stored in clear; undefined for a new gateway
 */
export function mergeCredentials(
  gateway: GatewayName,
  given: Credentials,
  stored: Credentials | undefined,
  errors: ValidationErrors,
): Credentials {
  const fields = fieldsOf[gateway];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(fields, name)) errors.add("credentials", `${name.slice(0, 50)} is not known to ${gateway}`);
  }
  const merged: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name] ?? "";
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
  if (field.secret && value.includes(ellipsis)) return "is masked, and not as it is shown: it must be given whole";
  return field.form && !field.form.test(value) ? field.problem : undefined;
}

/** Whether credentials move real money, as far as they tell. */
export function areLive(credentials: Credentials): boolean {
  return Object.values(credentials).some((value) => /^(sk|rk|pk)_live_/.test(value));
}
