import { languageOf } from "@roost/messages/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { ServiceSecrets } from "../../../kernel/access/secrets.ts";
import type { FileStore } from "../../../kernel/files/files.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { OutgoingRules, WriteContext } from "../../../kernel/write/context.ts";
import { findPage } from "../../../modules/money/payments/payment-page.ts";
import type { AnswersKey } from "../../../modules/stays/portal/answers.ts";
import { asGuest } from "../../../modules/stays/portal/guest-context.ts";
import { findVisit, type PortalVisit } from "../../../modules/stays/portal/portal-code.ts";
import {
  type PortalGuest,
  type PortalPage,
  portalGuestOf,
  readPortalGuest,
} from "../../../modules/stays/portal/portal-guest.ts";
import { chargeForm, chargeWrongLink } from "../../../modules/stays/portal/portal-throttle.ts";
import { guestCookie } from "../cookies.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { csrfMatches, csrfName } from "../pages/csrf.ts";
import { deadLinkPage } from "../pages/dead-link-page.ts";
import { PageError } from "../pages/error-page.ts";
import { Form } from "../pages/form.ts";
import { type Speech, speechIn, speechOf } from "../pages/speech.ts";

/** Dependencies of the portal. */
export interface PortalDependencies {
  readonly database: Database;
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
  readonly registry: ResourceRegistry;
  readonly outgoing: OutgoingRules;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The path of every page of the portal. */
export interface PortalPath {
  readonly Params: { readonly token: string; readonly id?: string };
}

/** A request with a right link. */
export interface PortalRequest {
  readonly request: FastifyRequest<PortalPath>;
  readonly reply: FastifyReply;
  readonly page: PortalPage;
  /** The portal's own path. */
  readonly path: string;
  readonly token: string;
  /** Undefined without an address for codes. */
  readonly guest: PortalGuest | undefined;
  /** The verified visit of this browser; undefined before the code. */
  readonly visit: PortalVisit | undefined;
  readonly speech: Speech;
  readonly form: Form;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A request of a verified guest. */
export type GuestRequest = PortalRequest & { readonly guest: PortalGuest; readonly visit: PortalVisit };

type Answer<R> = (request: R) => Promise<FastifyReply>;
type RouteHandler = (request: FastifyRequest<PortalPath>, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers a request with a right link. Wrong, old and closed accounts' links answer alike and are throttled by network. */
export function withLink(dependencies: PortalDependencies, answer: Answer<PortalRequest>): RouteHandler {
  const { database, secrets, clock } = dependencies;
  return async (request, reply) => {
    void reply.header("x-robots-tag", "noindex, nofollow");
    const { token } = request.params;
    const page = await findPage(database, secrets.linkKey, token, "Job:guest portal");
    if (!page || page.isClosed) {
      const wait = await chargeWrongLink(database, request.ip);
      return wait === undefined ? dead(reply, speechOf(request)) : tooMany(reply, speechOf(request), wait);
    }
    const [guest, now] = [await portalGuestOf(page), clock()];
    const visit = guest && findVisit({ page, guest, linkKey: secrets.linkKey }, guestCookie(request), now);
    const language = languageOf(guest?.preferredLocale ?? "");
    const speech = language === undefined ? speechOf(request) : speechIn(language);
    const found = { request, reply, page, token, path: `/portal/${token}`, guest, visit, speech, now };
    return answer({ ...found, form: new Form(request.body) });
  };
}

/** Answers a verified guest; sends others to the portal's start. A form must come from this browser, and forms are throttled by booking. */
export function withGuest(dependencies: PortalDependencies, answer: Answer<GuestRequest>): RouteHandler {
  return withLink(dependencies, async (found) => {
    const { request, reply, guest, visit, form, speech, page, path } = found;
    if (!guest || !visit) return goTo(reply, path);
    if (request.method === "POST") {
      if (!csrfMatches(visit.secret, form.text(csrfName))) throw new PageError("forbidden", speech, "staleForm");
      const wait = await chargeForm(dependencies.database, page);
      if (wait !== undefined) return tooMany(reply, speech, wait);
    }
    return answer({ ...found, guest, visit });
  });
}

/**
 * Runs an operation of the portal's guest in one transaction (see `asGuest`).
 * @throws PageError 403 if the booking has another guest by now; then nothing is written
 */
export function writing<T>(
  { registry, secrets, files, outgoing }: PortalDependencies,
  { page, guest, speech, now }: GuestRequest,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return asGuest(page, { registry, secrets, files, outgoing, now }, async (context) => {
    const result = await work(context);
    // The operation may have waited for the booking's lock while the host gave it to another guest.
    const current = await readPortalGuest(context.transaction, page);
    if (current?.client !== guest.client) throw new PageError("forbidden", speech, "staleForm");
    return result;
  });
}

/** The verified guest's answers for the booking. */
export const answersKey = ({ page: { account, booking }, guest: { client } }: GuestRequest): AnswersKey => ({
  ...{ account, booking, client },
});

/** A number in the path after the token; undefined for another text. */
export function numberIn({ params }: FastifyRequest<PortalPath>, name: "id"): number | undefined {
  const text = params[name] ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Sends a file that the guest's browser downloads. @param name without the extension */
export function sendPdf(reply: FastifyReply, pdf: Buffer, name: string): FastifyReply {
  return reply.header("content-disposition", `attachment; filename="${name}.pdf"`).type("application/pdf").send(pdf);
}

/** @param wait seconds */
export function tooMany(reply: FastifyReply, speech: Speech, wait: number): FastifyReply {
  void reply.header("retry-after", String(wait));
  const { t } = speech;
  return sendPage(
    reply,
    deadLinkPage({ title: t("pages.cleaning.tooMany"), sentence: t("pages.cleaning.wait"), speech }),
    429,
  );
}

function dead(reply: FastifyReply, speech: Speech): FastifyReply {
  const { t } = speech;
  return sendPage(
    reply,
    deadLinkPage({ title: t("pages.cleaning.dead"), sentence: t("pages.cleaning.ask"), speech }),
    404,
  );
}
