import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Bill, type FoundPage, findPage, readBill } from "../../../modules/money/payments/payment-page.ts";
import type { WebDependencies } from "../dependencies.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { Form } from "../pages/form.ts";
import { paymentTargets, takePayment } from "../pay-routes.ts";
import { type OpenedSite, openSite, siteNotFound } from "../site/open-site.ts";
import { allowSiteFiles } from "../site/site-headers.ts";
import { bookingPage } from "./booking-page.ts";

interface Path {
  readonly Params: { readonly address: string; readonly language: string; readonly token: string };
}

/** A booking found by its secret address, on its account's site. */
interface FoundBooking {
  readonly opened: OpenedSite;
  readonly page: FoundPage;
  readonly bill: Bill;
  /** Below the language. */
  readonly path: string;
}

/**
 * The page of a booking that was made on a site: its payment and its confirmation (guests.md, Booking). Anyone with the secret address
 * may see and pay it, as on the page behind payment_url, so the form needs no CSRF token.
 */
export function bookingRoutes(app: FastifyInstance, dependencies: WebDependencies): void {
  const { database, secrets, endpoints, clock } = dependencies;
  const path = "/stay/:address/:language/bookings/:token";

  app.get<Path>(path, async (request, reply) => show(request, reply, false));

  async function show(request: FastifyRequest<Path>, reply: FastifyReply, isChanged: boolean): Promise<FastifyReply> {
    const { opened, bill, path } = await found(request, reply);
    allowSiteFiles(
      reply,
      paymentTargets(bill, endpoints).map((url) => new URL(url).origin),
    );
    // The address is a secret, which no other page may learn.
    void reply.header("referrer-policy", "no-referrer");
    return sendPage(
      reply,
      bookingPage(opened, bill, { path, portal: `/portal/${request.params.token}`, now: clock(), isChanged }),
      isChanged ? 409 : 200,
    );
  }

  app.post<Path>(path, async (request, reply) => {
    const { opened, page, bill, path } = await found(request, reply);
    const { links, speech } = opened;
    const payment = { page, bill, secrets, ip: request.ip, now: clock() };
    const returnUrl = links.reached(speech.language, path);
    const taken = await takePayment(payment, new Form(request.body), endpoints, returnUrl);
    if (taken.isChanged) return show(request, reply, true);
    return goTo(reply, taken.gateway ?? links.to(speech.language, path));
  });

  async function found(request: FastifyRequest<Path>, reply: FastifyReply): Promise<FoundBooking> {
    void reply.header("x-robots-tag", "noindex, nofollow");
    const opened = await openSite(dependencies, request, reply);
    const page = await findPage(database, secrets.linkKey, request.params.token);
    if (!page || page.isClosed || page.account !== opened.site.account) throw siteNotFound();
    const bill = await readBill(page, opened.speech.language, clock());
    return { opened, page, bill, path: `/bookings/${request.params.token}` };
  }
}
