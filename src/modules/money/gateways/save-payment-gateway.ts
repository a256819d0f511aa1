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
  const given = draft.given(attributes.credentials);
  const credentials = gateway && given ? mergeCredentials(gateway, given, undefined, errors) : undefined;
  if (credentials) checkTest(draft, credentials, errors);
  errors.throwIfAny();
  if (!gateway || !credentials) throw new Error("A payment gateway without credentials passed its checks.");
  // The id first: the credentials are sealed for it.
  const row = await context.transaction.row<{ id: number }>(
    "select nextval(pg_get_serial_sequence('payment_gateways', 'id')) as id",
  );
  if (!row) throw new Error("The sequence of payment_gateways answered no id.");
  await insertRecordAs(context, row.id, draft, columnsOf(context, row.id, gateway, credentials));
  return row.id;
}

/** Changes a payment gateway. What comes back masked stays as it is. @throws RequestError 422 */
export async function updatePaymentGateway(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  if (draft.changes(attributes.gateway_name)) {
    errors.add("gateway_name", "cannot change: payments refer to it");
    errors.throwIfAny();
  }
  const gateway = checkGateway(draft, errors);
  const given = draft.given(attributes.credentials);
  let columns: ServerSetColumns = {};
  if (gateway && (given || draft.gives(attributes.test))) {
    const stored = await openCredentials(context.transaction, context.secrets, context.account.id, id);
    const credentials = given ? mergeCredentials(gateway, given, stored.credentials, errors) : stored.credentials;
    checkTest(draft, credentials, errors);
    if (!isSame(credentials, stored.credentials)) columns = columnsOf(context, id, gateway, credentials);
  }
  errors.throwIfAny();
  await updateRecord(context, id, draft, columns);
}

/** @returns the gateway, if it is one that Roost speaks to */
function checkGateway(draft: Draft, errors: ValidationErrors): GatewayName | undefined {
  const name = draft.value(attributes.gateway_name);
  if (!name) return undefined;
  const gateway = gatewayNames.find((one) => one === name);
  if (!gateway) {
    errors.add("gateway_name", `is not one that can be used here, which are: ${gatewayNames.join(", ")}`);
    return undefined;
  }
  const can = supportedBy[gateway];
  const refuse = (attribute: string, given: readonly string[] | null | undefined, taken: readonly string[]): void => {
    const others = given?.filter((value) => !taken.includes(value)) ?? [];
    if (others.length > 0) errors.add(attribute, `has what ${gateway} does not take: ${others.join(", ")}`);
  };
  refuse("supported_cardtypes", draft.given(attributes.supported_cardtypes), can.cardtypes);
  refuse("supported_currencies", draft.given(attributes.supported_currencies), can.currencies);
  return gateway;
}

/** Who believes to be trying something out must not move money. */
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
