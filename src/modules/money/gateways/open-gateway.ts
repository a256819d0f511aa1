import type { Secrets } from "../../../kernel/access/secrets.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import { openBogus } from "./bogus.ts";
import { gatewayNames, type PaymentGateway } from "./gateway.ts";
import { openCredentials } from "./sealed-credentials.ts";
import { openStripe } from "./stripe/open-stripe.ts";

/**
 * Opens a payment gateway with the account's credentials. Makes no request yet.
 * @param reader the account's scope, or a transaction
 * @param endpoints as in a job's context
 * @throws RequestError 404 when the account has no such gateway
 */
export async function openGateway(
  reader: Reader,
  secrets: Secrets,
  endpoints: Readonly<Record<string, string>>,
  account: number,
  id: number,
): Promise<PaymentGateway> {
  const { name, credentials } = await openCredentials(reader, secrets, account, id);
  const gateway = gatewayNames.find((one) => one === name);
  if (!gateway) throw new Error(`Payment gateway ${id} is ${name}, which Roost does not support.`);
  switch (gateway) {
    case "bogus":
      return openBogus({ reader, account, gateway: id }, credentials.webhook_secret);
    case "stripe":
      return openStripe(credentials, endpoints.stripe);
  }
}
