import type { FastifyRequest } from "fastify";
import { notFound } from "../../kernel/errors.ts";
import type { Reader } from "../../kernel/read/visible/read-scope.ts";
import { type Installation, installationsOf } from "../../modules/platform/access/applications/installations.ts";
import { isManaging } from "../../modules/platform/access/roles.ts";
import { type Membership, membershipsOf } from "../../modules/platform/people/memberships.ts";
import type { SignedIn } from "./session.ts";

/** An installation in an account that somebody works for. */
export interface OneInstallation {
  readonly membership: Membership;
  readonly installation: Installation;
}

/** The installation that the path names (`:account`, `:application`). @throws RequestError 404 when the person cannot see it */
export async function ownInstallation(
  database: Reader,
  user: SignedIn,
  request: FastifyRequest,
): Promise<OneInstallation> {
  const account = idInPath(request, "account");
  const membership = (await membershipsOf(database, user.userId)).find(({ accountId }) => accountId === account);
  if (!membership || !isManaging(membership.role)) throw notFound("You have no such application.");
  const application = idInPath(request, "application");
  const installed = await installationsOf(database, [account]);
  const installation = installed.find(({ applicationId }) => applicationId === application);
  if (!installation) throw notFound("You have no such application. It may be uninstalled already.");
  return { membership, installation };
}

/** An id of a path; 0, which nobody has, for what is no id. */
export function idInPath(request: FastifyRequest, name: string): number {
  const text = String(new Map(Object.entries(request.params ?? {})).get(name));
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
