import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { insertRecordAs, type ServerSetColumns, updateRecord } from "../../../../kernel/write/store.ts";
import { maxEndpoints, webhookEndpoint } from "../webhook-endpoint.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { lockInstallation, reachOf } from "./endpoint-reach.ts";
import { newSecret, sealSecret } from "./endpoint-secret.ts";
import { resetEndpoint } from "./reset-endpoint.ts";

const { enabled, url } = webhookEndpoint.attributes;

/** Creates an endpoint of the calling application and reveals its secret. @throws RequestError 422 */
export async function createWebhookEndpoint(context: WriteContext, { draft, errors }: ActionRequest): Promise<Outcome> {
  const { transaction, account, caller, secrets } = context;
  checkEndpoint(context, draft, errors);
  errors.throwIfAny();
  await lockInstallation(context);
  const counted = await transaction.row<{ id: number; endpoints: number }>(
    `select nextval(pg_get_serial_sequence('webhook_endpoints', 'id')) as id, count(*) as endpoints
     from webhook_endpoints where account_id = $1 and application_id = $2 and deleted_at is null`,
    [account.id, caller.application],
  );
  if (!counted) throw new Error("The sequence of webhook_endpoints returned no id.");
  const { id, endpoints } = counted;
  if (endpoints >= maxEndpoints)
    errors.add("base", `the application already has ${maxEndpoints} webhook endpoints in this account, the maximum`);
  errors.throwIfAny();
  const secret = newSecret();
  await insertRecordAs(context, id, draft, {
    application_id: caller.application,
    ...(await reachOf(context)),
    sealed_secret: sealSecret(secrets, account.id, id, secret),
  });
  return { shows: webhookEndpoint, id, reveals: { secret } };
}

/** Updates an endpoint, which then has the writing token's read access. @throws RequestError 422 */
export async function updateWebhookEndpoint(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  checkEndpoint(context, draft, errors);
  errors.throwIfAny();
  const restarts = draft.changes(url) || draft.changes(enabled);
  if (restarts && draft.value(enabled) === true) await resetEndpoint(context, id);
  await updateRecord(context, id, draft, await changedReach(context, id));
}

/** The writing token's access, if it differs from the endpoint's. */
async function changedReach(context: WriteContext, id: number): Promise<ServerSetColumns> {
  const reach = await reachOf(context);
  const same = await context.transaction.row<{ id: number }>(
    `select id from webhook_endpoints
     where account_id = $1 and id = $2 and scopes = $3::text[] and grant_id is not distinct from $4::bigint
       and user_id is not distinct from $5::bigint`,
    [context.account.id, id, reach.scopes, reach.grant_id, reach.user_id],
  );
  return same ? {} : reach;
}
