import { randomBytes } from "node:crypto";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Scope } from "../../../../kernel/access/scopes.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import { digestOf } from "../access-token.ts";
import { addApplicationProblems } from "./application-problems.ts";

/** An application that wants to work with accounts. */
export interface NewApplication {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The most that it may ever ask an account for. */
  readonly scopes: readonly Scope[];
  /** The person who registers it: in the accounts that they work for, it is the account's own. Absent: an administrator does. */
  readonly registeredBy?: number;
}

/** Its credentials. The secret is known here and nowhere else: only its SHA-256 is kept. */
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
  if (!row) throw new Error("The insert into applications answered no id.");
  return { id: row.id, clientId, clientSecret };
}
