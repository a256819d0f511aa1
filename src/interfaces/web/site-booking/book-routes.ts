import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseDay } from "../../../core/day.ts";
import { parseHundredths } from "../../../core/hundredths.ts";
import { holdSiteStay } from "../../../modules/stays/site-bookings/hold-site-stay.ts";
import {
  isBookable,
  type RequestedStay,
  type SiteQuote,
} from "../../../modules/stays/site-bookings/quote-site-stay.ts";
import { chosenExtras } from "../../../modules/stays/site-bookings/site-extras.ts";
import type { WebDependencies } from "../dependencies.ts";
import { idInPath } from "../id-in-path.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { Form } from "../pages/form.ts";
import { amountText } from "../site/amounts.ts";
import { type OpenedSite, openSite, type SitePath, siteNotFound } from "../site/open-site.ts";
import { quoteForGuest } from "../site/quote-for-guest.ts";
import { requestDigest, visitorOf } from "../site/visitor.ts";
import { isOwnForm, visitOf } from "../visit.ts";
import { type BookPage, bookPage } from "./book-page.ts";
import { datesPage } from "./dates-page.ts";
import { codeRefusalWords } from "./discount-code.ts";
import { type DetailProblems, detailsIn, noDetails, problemsIn, problemsOf } from "./guest-details.ts";
import { requestedStay, seenStay, stayQuery } from "./requested-stay.ts";
import { termsDigest } from "./shown-terms.ts";
import { missingWords, refusalWords } from "./stay-words.ts";
import { chargeBooking } from "./throttle.ts";

type Request = FastifyRequest<SitePath>;

/** A page's notice about the last attempt. */
interface Attempt {
  readonly status: number;
  readonly problem?: string | undefined;
  readonly problems?: DetailProblems;
}

/** The price of a stay on a booking site, and the booking at that price (guests.md, Booking). */
export function bookRoutes(app: FastifyInstance, dependencies: WebDependencies): void {
  const { database, secrets, clock } = dependencies;
  const path = "/stay/:address/:language/rentals/:rental/book";

  app.get<SitePath>(path, async (request, reply) => {
    const opened = await openSite(dependencies, request, reply);
    const fields = new URL(request.url, "https://roost.invalid").searchParams;
    const requested = requestedStay((name) => fields.get(name) ?? "", fields.keys());
    if (!requested) return sendPage(reply, datesPage(opened, idInPath(request, "rental")), 422);
    const quote = await quoteFor(request, opened, requested);
    const problem = problemOf(opened, quote);
    return sendPage(
      reply,
      bookPage(contentOf(request, reply, { opened, quote, form: new Form(undefined) }, { problem, status: 200 })),
    );
  });

  app.post<SitePath>(path, async (request, reply) => {
    const opened = await openSite(dependencies, request, reply);
    const form = new Form(request.body);
    const typed = requestedStay((name) => form.text(name), form.names());
    const requested = typed ?? seenStay((name) => form.text(name), form.names());
    if (!requested) return sendPage(reply, datesPage(opened, idInPath(request, "rental")), 422);
    const quote = await quoteFor(request, opened, requested);
    const shown = { opened, quote, form };
    const again = (attempt: Attempt, content = shown): FastifyReply =>
      sendPage(reply, bookPage(contentOf(request, reply, content, attempt)), attempt.status);
    if (!typed) return again({ status: 422, problem: wrongStayWords(form, opened) });
    // A guest who has changed the dates sees the new price first.
    const hasSeen = form.text("seen") === stayQuery(requested);
    if (form.text("step") !== "book" || !hasSeen) return again({ status: 200, problem: problemOf(opened, quote) });
    const refused = refusalBefore(request, shown);
    if (refused) return again(refused);
    const wait = await chargeBooking(database, opened.site.account, request.ip);
    if (wait !== undefined) {
      void reply.header("retry-after", String(wait));
      const problem = opened.speech.t("pages.book.problems.wait", { minutes: Math.ceil(wait / 60) });
      return again({ status: 429, problem });
    }
    const result = await hold(request, reply, shown);
    if ("token" in result) return goTo(reply, opened.links.to(opened.speech.language, `/bookings/${result.token}`));
    if ("limited" in result) return again({ status: 429, problem: opened.speech.t("pages.book.problems.limited") });
    const now = { ...shown, quote: await quoteFor(request, opened, requested) };
    const problems = problemsIn(result.refused);
    const problem = problemOf(opened, now.quote) ?? changeOf(now) ?? opened.speech.t("pages.book.problems.check");
    return again({ status: 422, problem, problems }, now);
  });

  async function quoteFor(request: Request, { site }: OpenedSite, requested: RequestedStay): Promise<SiteQuote> {
    const quote = await quoteForGuest(dependencies, request, site, idInPath(request, "rental"), requested);
    if (!quote) throw siteNotFound();
    return quote;
  }

  function hold(request: Request, reply: FastifyReply, { opened, quote, form }: Shown) {
    const { site, speech } = opened;
    const { message, agrees: _, ...guest } = detailsIn(form);
    const { arrival, departure, adults, children } = quote.stay;
    const visit = visitOf(request, reply);
    const booking = {
      rental: quote.rental.id,
      ...{ arrival, departure, adults, children },
      extras: chosenExtras(quote.extras),
      discountCode: quote.stay.code,
      guest,
      message,
      locale: speech.language,
      shown: shownIn(form),
    };
    const { account, scope } = site;
    const { cache, files, outgoing, queries } = dependencies;
    return holdSiteStay(
      { registry: queries.registry, cache, files, outgoing, secrets, scope, account, now: clock() },
      {
        ...booking,
        visitor: visitorOf(request, visit, secrets.linkKey),
        request: requestDigest(visit, secrets.linkKey, { ...booking, form: form.text("form") }),
      },
    );
  }
}

/** The reason why a form has no stay: its dates, or else its guests. */
function wrongStayWords(form: Form, { speech: { t } }: OpenedSite): string {
  const [arrival, departure] = [parseDay(form.text("arrival")), parseDay(form.text("departure"))];
  const isInOrder = arrival !== undefined && departure !== undefined && arrival < departure;
  return isInOrder ? t("pages.book.fields.wrong") : t("pages.site.problems.dates");
}

/** A stay's quote with the guest's form. */
interface Shown {
  readonly opened: OpenedSite;
  readonly quote: SiteQuote;
  readonly form: Form;
}

/** The price that the form's page showed. A text that is not a price matches none. */
const shownIn = (form: Form) => ({
  finalPrice: parseHundredths(form.text("price")) ?? 0,
  payNow: parseHundredths(form.text("now")) ?? 0,
  currency: form.text("charged"),
});

/** The reason why a form cannot become a booking; undefined if the booking itself decides. */
function refusalBefore(request: Request, shown: Shown): Attempt | undefined {
  const { opened, quote, form } = shown;
  const { t } = opened.speech;
  if (!isOwnForm(request, form)) return { status: 403, problem: t("pages.book.problems.stale") };
  const problems = problemsOf(detailsIn(form));
  // Taken nights may be this guest's own: only the booking knows whether the form was sent before.
  const problem = problemOf(opened, { ...quote, isTaken: false }) ?? changeOf(shown);
  if (problem !== undefined) return { status: 422, problem, problems: withoutAgreement(problems) };
  if (problems.size > 0) return { status: 422, problem: t("pages.book.problems.check"), problems };
  return undefined;
}

/** The guest accepts a new price again, so a missing tick is not their mistake. */
const withoutAgreement = (problems: DetailProblems): DetailProblems =>
  new Map([...problems].filter(([name]) => name !== "agrees"));

/** The reason why the stay cannot be booked as the guest wants it. */
function problemOf(opened: OpenedSite, quote: SiteQuote): string | undefined {
  const { speech } = opened;
  const { t } = speech;
  if (isBookable(quote)) return missingWords(opened, quote.extras) ?? codeRefusalWords(opened, quote);
  if (quote.isTaken) return t("pages.book.problems.taken");
  if (quote.refusals.length > 0)
    return t("pages.book.problems.refused", { reason: refusalWords(quote.refusals[0], speech) });
  return t("pages.book.problems.noPayment");
}

/** The difference from the price and the terms that the guest saw; undefined without one. */
function changeOf({ opened, quote, form }: Shown): string | undefined {
  const shown = shownIn(form);
  const { currency } = quote.quoted.book;
  const { price } = quote;
  if (price?.finalPrice === shown.finalPrice && currency === shown.currency) {
    const isSame = price.payNow === shown.payNow && form.text("terms") === termsDigest(quote);
    return isSame ? undefined : opened.speech.t("pages.book.problems.terms");
  }
  const money = (amount: number): string => amountText(amount, currency, opened.speech.language);
  return opened.speech.t("pages.book.problems.changed", {
    before: money(shown.finalPrice),
    now: money(price?.finalPrice ?? 0),
  });
}

function contentOf(
  request: Request,
  reply: FastifyReply,
  { opened, quote, form }: Shown,
  { problem, problems = new Map() }: Attempt,
): BookPage {
  const number = form.text("form");
  return {
    opened,
    quote,
    visit: visitOf(request, reply),
    form: /^[\w-]{43}$/.test(number) ? number : randomBytes(32).toString("base64url"),
    details: form.text("step") === "" ? noDetails : detailsIn(form),
    problems,
    problem,
  };
}
