import { createHash } from "node:crypto";
import { type GatewayCall, type PaymentGateway, ReportError, type StepResult } from "./gateway.ts";

/** A gateway that only pretends, for tests and the demo. A token that begins with `tok_declined` is declined; all others are charged. */
export async function openBogus(): Promise<PaymentGateway> {
  const done = async (call: GatewayCall): Promise<StepResult> => ({
    outcome: "done",
    transaction: transactionOf(call),
    test: true,
  });
  return {
    name: "bogus",
    remembersKeysFor: Number.POSITIVE_INFINITY,
    async charge(order) {
      if (order.token.startsWith("tok_declined")) return { outcome: "refused", reason: "The card was declined." };
      return done(order);
    },
    capture: done,
    cancel: done,
    refund: done,
    // There is no page to pay on: the guest is sent straight back.
    checkout: async (order) => ({ url: order.returnUrl, session: transactionOf(order) }),
    async readReport() {
      throw new ReportError("The bogus gateway reports nothing.");
    },
  };
}

/** The same key is the same transaction. */
function transactionOf({ key }: GatewayCall): string {
  return `bogus_${createHash("sha256").update(key).digest("hex").slice(0, 24)}`;
}
