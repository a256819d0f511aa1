import { acceptedLanguage } from "@roost/messages/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import { notFound, RequestError } from "../../kernel/errors.ts";
import { GatewayError } from "../../modules/money/gateways/gateway.ts";
import { payAtGateway, payWithToken } from "../../modules/money/payments/pay-on-page.ts";
import { type FoundPage, findPage, readBill } from "../../modules/money/payments/payment-page.ts";
import { goTo, sendPage } from "./pages/answer.ts";
import { Form } from "./pages/form.ts";
import { allowFormTargets } from "./pages/page-headers.ts";
import { isTestCard, payPage } from "./pages/pay-page.ts";

/** Stripe's checkout pages, which our form redirects to. */
const stripePages = "https://checkout.stripe.com/";

/** Dependencies of the page; see `WebDependencies`. */
interface PayDependencies {
  readonly database: Database;
  readonly secrets: ServiceSecrets;
  readonly endpoints: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly clock: () => number;
}

interface Path {
  readonly Params: { readonly token: string };
}

/**
 * The page behind payment_url (bookings.md, Payments): the bill, and a button that pays the balance. Anyone with the secret URL may see and
 * pay it, so the form needs no CSRF token.
 */
export function payRoutes(app: FastifyInstance, dependencies: PayDependencies): void {
  const { database, secrets, endpoints, baseUrl, clock } = dependencies;

  app.get<Path>("/pay/:token", async (request, reply) => {
    const bill = await readBill(
      await pageOf(request, reply),
      acceptedLanguage(request.headers["accept-language"]),
      clock(),
    );
    if (bill.gateway?.name === "stripe") allowFormTargets(reply, [stripePages, ...Object.values(endpoints)]);
    return sendPage(reply, payPage(bill));
  });

  app.post<Path>("/pay/:token", async (request, reply) => {
    const page = await pageOf(request, reply);
    const bill = await readBill(page, acceptedLanguage(request.headers["accept-language"]), clock());
    const path = `/pay/${request.params.token}`;
    const form = new Form(request.body);
    const payment = { page, bill, secrets, ip: request.ip, now: clock(), inFull: form.text("amount") === "all" };
    if (bill.gateway?.name !== "bogus") {
      const url = await payAtGateway(payment, endpoints, `${baseUrl}${path}`).catch(passOn);
      return goTo(reply, url ?? path);
    }
    const card = form.text("card");
    if (isTestCard(card)) await payWithToken(payment, card);
    return goTo(reply, path);
  });

  async function pageOf(request: FastifyRequest<Path>, reply: FastifyReply): Promise<FoundPage> {
    void reply.header("x-robots-tag", "noindex, nofollow");
    const page = await findPage(database, secrets.linkKey, request.params.token);
    if (!page) throw notFound("Page not found. Check that you have the full link.");
    if (page.isClosed) throw notFound("This host no longer takes bookings or payments here.");
    return page;
  }
}

/** Nothing was charged, so the guest may try again. */
function passOn(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error;
  throw new RequestError("unavailable", "The payment service is unavailable. Nothing was charged. Try again.");
}
