import type { FastifyInstance } from "fastify";
import { documentOfStay } from "../../../modules/money/invoices/invoices-of-stay.ts";
import { readBill } from "../../../modules/money/payments/payment-page.ts";
import { readPortalStay } from "../../../modules/stays/portal/read-stay.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { portalPage } from "../pages/portal/portal-page.ts";
import { readPersonalParts } from "./personal-parts.ts";
import {
  answersKey,
  numberIn,
  type PortalDependencies,
  type PortalPath,
  sendPdf,
  withGuest,
  withLink,
} from "./portal-request.ts";

/** The portal's start, and the files that it links. */
export function stayRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  app.get<PortalPath>(
    "/portal/:token",
    withLink(dependencies, async (found) => {
      const { request, reply, page, path, token, guest, visit, speech, now } = found;
      const bill = await readBill({ ...page, isClosed: false }, speech.language, now);
      const stay = await page.scope.transaction((transaction) => readPortalStay(transaction, page), "read");
      const personal = guest && visit ? await readPersonalParts({ ...found, guest, visit }, stay, bill) : undefined;
      const isSent = new URL(request.url, "https://roost.invalid").searchParams.has("sent");
      const shown = { path, payPath: `/pay/${token}`, bill, stay, email: guest?.email, personal, isSent };
      return sendPage(reply, portalPage(shown, speech));
    }),
  );

  app.get<PortalPath>(
    "/portal/:token/invoices/:id",
    withGuest(dependencies, async (found) => {
      const { request, reply, page, path } = found;
      const id = numberIn(request, "id");
      const pdf = id === undefined ? undefined : await documentOfStay({ scope: page.scope, ...answersKey(found) }, id);
      return pdf ? sendPdf(reply, pdf, `invoice-${id}`) : goTo(reply, path);
    }),
  );
}
