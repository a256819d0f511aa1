import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Scope } from "../../../../kernel/access/scopes.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import { digestOf } from "../access-token.ts";
import { addApplicationProblems } from "./application-problems.ts";

export interface NewApplication {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The scopes that it may request from an account. */
  readonly scopes: readonly Scope[];
  /** The person who registers it; absent for an administrator. It counts as the own application of this person's accounts. */
  readonly registeredBy?: number;
}

/** An application's credentials. Only the SHA-256 of the secret is stored. */
export interface RegisteredApplication {
  readonly id: number;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Registers an application. @throws RequestError 422 with every problem at once */
export async function registerApplication(
  transaction: Transaction,
  application: NewApplication,
): Promise<RegisteredApplication> {
  const errors = new ValidationErrors();
  const name = application.name.trim();
  addApplicationProblems(errors, { ...application, name });
  errors.throwIfAny();

  const clientId = randomBytes(16).toString("hex");
  const clientSecret = randomBytes(32).toString("base64url");
  const row = await transaction.row<{ id: number }>(
    `insert into applications (name, client_id, client_secret_digest, redirect_uris, scopes, registered_by_user_id)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      name,
      clientId,
      digestOf(clientSecret),
      [...application.redirectUris],
      [...application.scopes],
      application.registeredBy ?? null,
    ],
  );
  if (!row) throw new Error("The insert into applications returned no id.");
  return { id: row.id, clientId, clientSecret };
}
