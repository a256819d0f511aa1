import type { FastifyInstance, FastifyReply } from "fastify";
import { typedText } from "../../../kernel/values/text.ts";
import { agreementOfStay } from "../../../modules/stays/portal/agreement/agreement-of-stay.ts";
import { signatureOfBooking } from "../../../modules/stays/portal/agreement/find-signature.ts";
import { signAgreement } from "../../../modules/stays/portal/agreement/sign-agreement.ts";
import { readPortalStay } from "../../../modules/stays/portal/read-stay.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { agreementPage } from "../pages/portal/agreement-page.ts";
import {
  answersKey,
  type GuestRequest,
  numberIn,
  type PortalDependencies,
  type PortalPath,
  sendPdf,
  withGuest,
  writing,
} from "./portal-request.ts";

const maxNameLength = 100;

/** The agreement: its text, the typed signature, and the signed file. */
export function agreementRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  app.get<PortalPath>(
    "/portal/:token/agreement",
    withGuest(dependencies, (found) => show(found, undefined)),
  );

  app.post<PortalPath>(
    "/portal/:token/agreement",
    withGuest(dependencies, async (found) => {
      const { request, reply, path, page, guest, form, speech } = found;
      const name = typedText(form.text("name"), maxNameLength);
      const agreement = /^\d{1,15}$/.test(form.text("agreement")) ? Number(form.text("agreement")) : 0;
      if (name === "") return show(found, speech.t("pages.portal.agreement.nameMissing"));
      const signer = { booking: page.booking, client: guest.client, name, ip: request.ip };
      const signing = { ...signer, agreement, language: speech.language };
      const isSigned = await writing(dependencies, found, (context) => signAgreement(context, signing));
      if (!isSigned) return show(found, speech.t("pages.portal.agreement.changed"));
      return goTo(reply, `${path}/agreement`);
    }),
  );

  app.get<PortalPath>(
    "/portal/:token/agreement/:id",
    withGuest(dependencies, async (found) => {
      const { request, reply, page, path } = found;
      const id = numberIn(request, "id");
      const pdf = id === undefined ? undefined : await signatureOfBooking(page.scope, answersKey(found), id);
      return pdf ? sendPdf(reply, pdf, `agreement-${id}`) : goTo(reply, path);
    }),
  );

  async function show(found: GuestRequest, problem: string | undefined): Promise<FastifyReply> {
    const { reply, path, page, visit, speech } = found;
    const { agreement, stay } = await page.scope.transaction(
      async (transaction) => ({
        agreement: await agreementOfStay(transaction, answersKey(found), speech.language),
        stay: await readPortalStay(transaction, page),
      }),
      "read",
    );
    if (!agreement || (stay.isCanceled && !agreement.signature)) return goTo(reply, path);
    const shown = { path, agreement, visit, timeZone: stay.timeZone, problem };
    return sendPage(reply, agreementPage(shown, speech), problem === undefined ? 200 : 422);
  }
}
