import type { FastifyInstance, FastifyReply } from "fastify";
import { typedText } from "../../../kernel/values/text.ts";
import { cancelAsGuest, readGuestCancelation } from "../../../modules/money/payments/cancel-booking/cancel-as-guest.ts";
import { readBill } from "../../../modules/money/payments/payment-page.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { cancelPage } from "../pages/portal/cancel-page.ts";
import { type GuestRequest, type PortalDependencies, type PortalPath, withGuest, writing } from "./portal-request.ts";

const maxReasonLength = 255;

/** Canceling, at the cost that the page shows. */
export function cancelRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  app.get<PortalPath>(
    "/portal/:token/cancel",
    withGuest(dependencies, (found) => show(found, false)),
  );

  app.post<PortalPath>(
    "/portal/:token/cancel",
    withGuest(dependencies, async (found) => {
      const { reply, path, page, form } = found;
      const penalty = /^\d{1,12}$/.test(form.text("cost")) ? Number(form.text("cost")) : -1;
      const reason = typedText(form.text("reason"), maxReasonLength);
      const isDone = await writing(dependencies, found, (context) =>
        cancelAsGuest(context, page.booking, { penalty, reason }),
      );
      return isDone ? goTo(reply, path) : show(found, true);
    }),
  );

  /** @param isChanged the cost that the guest agreed to is no longer right */
  async function show(found: GuestRequest, isChanged: boolean): Promise<FastifyReply> {
    const { reply, path, page, speech, visit, now } = found;
    const cancelation = await page.scope.transaction(
      (transaction) => readGuestCancelation({ transaction, account: { id: page.account }, now }, page.booking),
      "read",
    );
    if (!cancelation) return goTo(reply, path);
    const bill = await readBill({ ...page, isClosed: false }, speech.language, now);
    return sendPage(reply, cancelPage({ path, bill, cancelation, visit, isChanged }, speech), isChanged ? 409 : 200);
  }
}
