import { acceptedLanguage } from "@roost/messages/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import { notFound, RequestError } from "../../kernel/errors.ts";
import { GatewayError } from "../../modules/money/gateways/gateway.ts";
import { authorizeAtGateway, authorizeWithToken } from "../../modules/money/payments/deposits/authorize-on-page.ts";
import {
  AmountChangedError,
  type PagePayment,
  payAtGateway,
  payWithToken,
} from "../../modules/money/payments/pay-on-page.ts";
import { type Bill, type FoundPage, findPage, readBill } from "../../modules/money/payments/payment-page.ts";
import { goTo, sendPage } from "./pages/answer.ts";
import { Form } from "./pages/form.ts";
import { allowFormTargets } from "./pages/page-headers.ts";
import { payPage } from "./pages/pay-page.ts";
import { isTestCard } from "./pages/pay-parts.ts";

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

  app.get<Path>("/pay/:token", async (request, reply) => show(request, reply, false));

  app.post<Path>("/pay/:token", async (request, reply) => {
    const page = await pageOf(request, reply);
    const path = `/pay/${request.params.token}`;
    const payment = { page, bill: await billOf(request, page), secrets, ip: request.ip, now: clock() };
    const taken = await takePayment(payment, new Form(request.body), endpoints, `${baseUrl}${path}`);
    return taken.isChanged ? show(request, reply, true) : goTo(reply, taken.gateway ?? path);
  });

  async function show(request: FastifyRequest<Path>, reply: FastifyReply, isChanged: boolean): Promise<FastifyReply> {
    const bill = await billOf(request, await pageOf(request, reply));
    const targets = paymentTargets(bill, endpoints);
    if (targets.length > 0) allowFormTargets(reply, targets);
    return sendPage(reply, payPage(bill, `/portal/${request.params.token}`, isChanged), isChanged ? 409 : 200);
  }

  const billOf = (request: FastifyRequest<Path>, page: FoundPage): Promise<Bill> =>
    readBill(page, { fallback: acceptedLanguage(request.headers["accept-language"]) }, clock());

  async function pageOf(request: FastifyRequest<Path>, reply: FastifyReply): Promise<FoundPage> {
    void reply.header("x-robots-tag", "noindex, nofollow");
    const page = await findPage(database, secrets.linkKey, request.params.token);
    if (!page) throw notFound("Page not found. Check that you have the full link.");
    if (page.isClosed) throw notFound("This host no longer takes bookings or payments here.");
    return page;
  }
}

/** The gateway's page, undefined if the guest stays here; or no order, because the amount has changed since the page was shown. */
type Taken = { readonly isChanged: true } | { readonly isChanged: false; readonly gateway: string | undefined };

/**
 * Orders the payment of a form: the amount due now, the balance, or the damage deposit.
 * @param returnUrl where the gateway sends the guest afterwards
 * @throws RequestError 503 when the gateway cannot be reached
 */
export async function takePayment(
  payment: Omit<PagePayment, "inFull" | "shown">,
  form: Form,
  endpoints: Readonly<Record<string, string>>,
  returnUrl: string,
): Promise<Taken> {
  const inFull = form.text("amount") === "all";
  const shown = form.text(isForDeposit(form) ? "shown-deposit" : inFull ? "shown-all" : "shown-due");
  const ordered = { ...payment, inFull, shown: /^\d{1,15}$/.test(shown) ? Number(shown) : undefined };
  try {
    return { isChanged: false, gateway: await orderFor(ordered, form, endpoints, returnUrl) };
  } catch (error) {
    if (error instanceof AmountChangedError) return { isChanged: true };
    throw error;
  }
}

const isForDeposit = (form: Form): boolean => form.text("for") === "deposit";

async function orderFor(
  ordered: PagePayment,
  form: Form,
  endpoints: Readonly<Record<string, string>>,
  returnUrl: string,
): Promise<string | undefined> {
  const isDeposit = isForDeposit(form);
  if (ordered.bill.gateway?.name !== "bogus") {
    const start = isDeposit ? authorizeAtGateway : payAtGateway;
    return start(ordered, endpoints, returnUrl).catch(passOn);
  }
  const card = form.text("card");
  if (isTestCard(card)) await (isDeposit ? authorizeWithToken : payWithToken)(ordered, card);
  return undefined;
}

/** The pages that a bill's payment form may lead to. */
export const paymentTargets = ({ gateway }: Bill, endpoints: Readonly<Record<string, string>>): readonly string[] =>
  gateway?.name === "stripe" ? [stripePages, ...Object.values(endpoints)] : [];

/** Nothing was charged, so the guest may try again. */
function passOn(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error;
  throw new RequestError("unavailable", "The payment service is unavailable. Nothing was charged. Try again.");
}
