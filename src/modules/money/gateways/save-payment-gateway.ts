import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecordAs, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { areLive, maskCredentials, mergeCredentials } from "./credentials.ts";
import { type Credentials, type GatewayName, gatewayNames } from "./gateway.ts";
import { paymentGateway } from "./payment-gateway.ts";
import { openCredentials, sealCredentials } from "./sealed-credentials.ts";
import { supportedBy } from "./supported.ts";

const { attributes } = paymentGateway;

/** Sets up a payment gateway. @throws RequestError 422 */
export async function createPaymentGateway(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const gateway = checkGateway(draft, errors);
  const input = draft.input(attributes.credentials);
  const credentials = gateway && input ? mergeCredentials(gateway, input, undefined, errors) : undefined;
  if (credentials) checkTest(draft, credentials, errors);
  errors.throwIfAny();
  if (!gateway || !credentials) throw new Error("A payment gateway without credentials passed its checks.");
  // The credentials are sealed for this id, so it must exist first.
  const row = await context.transaction.row<{ id: number }>(
    "select nextval(pg_get_serial_sequence('payment_gateways', 'id')) as id",
  );
  if (!row) throw new Error("The sequence of payment_gateways returned no id.");
  await insertRecordAs(context, row.id, draft, columnsOf(context, row.id, gateway, credentials));
  return row.id;
}

/** Changes a payment gateway. Masked secrets that are sent back stay as they are. @throws RequestError 422 */
export async function updatePaymentGateway(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  if (draft.changes(attributes.gateway_name)) {
    errors.add("gateway_name", "cannot be changed, because payments refer to it");
    errors.throwIfAny();
  }
  const gateway = checkGateway(draft, errors);
  const input = draft.input(attributes.credentials);
  let columns: ServerSetColumns = {};
  if (gateway && (input || draft.sets(attributes.test))) {
    const stored = await openCredentials(context.transaction, context.secrets, context.account.id, id);
    const credentials = input ? mergeCredentials(gateway, input, stored.credentials, errors) : stored.credentials;
    checkTest(draft, credentials, errors);
    if (!isSame(credentials, stored.credentials)) columns = columnsOf(context, id, gateway, credentials);
  }
  errors.throwIfAny();
  await updateRecord(context, id, draft, columns);
}

/** @returns the gateway, if Roost supports it */
function checkGateway(draft: Draft, errors: ValidationErrors): GatewayName | undefined {
  const name = draft.value(attributes.gateway_name);
  if (!name) return undefined;
  const gateway = gatewayNames.find((one) => one === name);
  if (!gateway) {
    errors.add("gateway_name", `is not supported. Use one of: ${gatewayNames.join(", ")}`);
    return undefined;
  }
  const supported = supportedBy[gateway];
  const check = (attribute: string, input: readonly string[] | null | undefined, accepted: readonly string[]): void => {
    const others = input?.filter((value) => !accepted.includes(value)) ?? [];
    if (others.length > 0) errors.add(attribute, `has values that ${gateway} does not accept: ${others.join(", ")}`);
  };
  check("supported_cardtypes", draft.input(attributes.supported_cardtypes), supported.cardtypes);
  check("supported_currencies", draft.input(attributes.supported_currencies), supported.currencies);
  return gateway;
}

/** A test gateway must never move real money. */
function checkTest(draft: Draft, credentials: Credentials, errors: ValidationErrors): void {
  if (draft.value(attributes.test) === true && areLive(credentials)) {
    errors.add("test", "cannot be true with credentials that move real money");
  }
}

function columnsOf(
  context: WriteContext,
  id: number,
  gateway: GatewayName,
  credentials: Credentials,
): ServerSetColumns {
  return {
    credentials: JSON.stringify(maskCredentials(gateway, credentials)),
    sealed_credentials: sealCredentials(context.secrets, context.account.id, id, credentials),
  };
}

const isSame = (one: Credentials, other: Credentials): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
