import type { FastifyInstance } from "fastify";
import { mailPortalCode } from "../../../modules/stays/portal/mail-code.ts";
import { type Entrance, isPortalCode, newVisit } from "../../../modules/stays/portal/portal-code.ts";
import { chargeCode, chargeForm, forgetCodes } from "../../../modules/stays/portal/portal-throttle.ts";
import { addGuestVisit, clearCookie } from "../cookies.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { portalCodePage } from "../pages/portal/code-page.ts";
import {
  type PortalDependencies,
  type PortalPath,
  type PortalRequest,
  tooMany,
  withGuest,
  withLink,
} from "./portal-request.ts";

const daySeconds = 86_400;

/** The mailed code: asking for one, and typing it. */
export function codeRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { database, secrets } = dependencies;
  const entranceOf = ({ page, guest }: PortalRequest): Entrance | undefined =>
    guest && { page, guest, linkKey: secrets.linkKey };

  app.post<PortalPath>(
    "/portal/:token/send_code",
    withLink(dependencies, async (found) => {
      const { reply, path, page, speech, token, now } = found;
      const entrance = entranceOf(found);
      if (!entrance) return goTo(reply, path);
      const wait = await chargeForm(database, page);
      if (wait !== undefined) return tooMany(reply, speech, wait);
      await mailPortalCode(entrance, { token, secrets, now });
      return goTo(reply, `${path}/code`);
    }),
  );

  app.get<PortalPath & { readonly Querystring: { readonly code?: unknown } }>(
    "/portal/:token/code",
    withLink(dependencies, async (found) => {
      const { reply, path, guest, visit, speech } = found;
      if (!guest || visit) return goTo(reply, path);
      const mailed = new URL(found.request.url, "https://roost.invalid").searchParams.get("code") ?? "";
      return sendPage(reply, portalCodePage({ path, email: guest.email, code: mailed.slice(0, 20) }, speech));
    }),
  );

  app.post<PortalPath>(
    "/portal/:token/code",
    withLink(dependencies, async (found) => {
      const { request, reply, path, page, guest, form, speech, now } = found;
      const entrance = entranceOf(found);
      if (!entrance || !guest) return goTo(reply, path);
      const wait = await chargeCode(database, page, request.ip);
      if (wait !== undefined) return tooMany(reply, speech, wait);
      if (!isPortalCode(entrance, form.text("code"), now)) {
        const problem = speech.t("pages.portal.code.wrong");
        return sendPage(reply, portalCodePage({ path, email: guest.email, code: "", problem }, speech), 422);
      }
      await forgetCodes(database, page, request.ip);
      addGuestVisit(request, reply, newVisit(entrance, now).text, daySeconds);
      return goTo(reply, path);
    }),
  );

  app.post<PortalPath>(
    "/portal/:token/leave",
    withGuest(dependencies, async ({ request, reply, path }) => {
      clearCookie(request, reply, "roost_guest");
      return goTo(reply, path);
    }),
  );
}
