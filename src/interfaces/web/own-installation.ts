import type { FastifyRequest } from "fastify";
import { notFound } from "../../kernel/errors.ts";
import type { Reader } from "../../kernel/read/visible/read-scope.ts";
import { type Installation, installationsOf } from "../../modules/platform/access/applications/installations.ts";
import { isManaging } from "../../modules/platform/access/roles.ts";
import { type Membership, membershipsOf } from "../../modules/platform/people/memberships.ts";
import type { SignedIn } from "./session.ts";

/** An installation in one of the user's accounts. */
export interface OneInstallation {
  readonly membership: Membership;
  readonly installation: Installation;
}

/** The installation in the path (`:account`, `:application`). @throws RequestError 404 when the user may not see it */
export async function ownInstallation(
  database: Reader,
  user: SignedIn,
  request: FastifyRequest,
): Promise<OneInstallation> {
  const account = idInPath(request, "account");
  const membership = (await membershipsOf(database, user.userId)).find(({ accountId }) => accountId === account);
  if (!membership || !isManaging(membership.role)) throw notFound("Application not found.");
  const application = idInPath(request, "application");
  const installed = await installationsOf(database, [account]);
  const installation = installed.find(({ applicationId }) => applicationId === application);
  if (!installation) throw notFound("Application not found. It may have been uninstalled.");
  return { membership, installation };
}

/** An id in the path; 0, which matches no record, when it is invalid. */
export function idInPath(request: FastifyRequest, name: string): number {
  const text = String(new Map(Object.entries(request.params ?? {})).get(name));
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
