import type { FastifyInstance, FastifyReply } from "fastify";
import { readBill } from "../../../modules/money/payments/payment-page.ts";
import {
  bookExtras,
  type ChosenExtra,
  type ExtrasQuote,
  quoteExtras,
} from "../../../modules/stays/portal/extras/book-extras.ts";
import { extrasOfStay } from "../../../modules/stays/portal/extras/extras-of-stay.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import type { Form } from "../pages/form.ts";
import { extrasPage, extrasQuotePage } from "../pages/portal/extras-page.ts";
import { type GuestRequest, type PortalDependencies, type PortalPath, withGuest, writing } from "./portal-request.ts";

const maxChosen = 50;

/** Extras: the offer, the price with the chosen ones, and booking them at that price. */
export function extrasRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  app.get<PortalPath>(
    "/portal/:token/extras",
    withGuest(dependencies, (found) => show(found, false)),
  );

  app.post<PortalPath>(
    "/portal/:token/extras",
    withGuest(dependencies, async (found) => {
      const { reply, path, page, speech, form } = found;
      const chosen = chosenIn(form);
      if (chosen.length === 0) return show(found, false);
      const request = { booking: page.booking, language: speech.language, chosen };
      const shown = shownQuote(form);
      if (!shown) {
        const quote = await writing(dependencies, found, (context) => quoteExtras(context, request));
        return quote ? showQuote(found, quote) : show(found, true);
      }
      const isBooked = await writing(dependencies, found, (context) => bookExtras(context, request, shown));
      return isBooked ? goTo(reply, path) : show(found, true);
    }),
  );

  /** @param isChanged the price or the stock has changed since the guest chose */
  async function show(found: GuestRequest, isChanged: boolean): Promise<FastifyReply> {
    const { reply, path, page, visit, speech, now } = found;
    const extras = await writing(dependencies, found, (context) =>
      extrasOfStay(context, page.booking, speech.language),
    );
    const bill = await readBill({ ...page, isClosed: false }, speech.language, now);
    return sendPage(reply, extrasPage({ path, visit, bill, extras, isChanged }, speech), isChanged ? 409 : 200);
  }

  async function showQuote(found: GuestRequest, quote: ExtrasQuote): Promise<FastifyReply> {
    const { reply, path, page, visit, speech, now } = found;
    const bill = await readBill({ ...page, isClosed: false }, speech.language, now);
    return sendPage(reply, extrasQuotePage({ path, visit, bill, quote }, speech));
  }
}

/** The extras with a number of units, by fields named `units-<id>`. */
function chosenIn(form: Form): ChosenExtra[] {
  return form
    .all("extra")
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .slice(0, maxChosen)
    .map((id) => ({ id: Number(id), units: unitsOf(form.text(`units-${id}`)) }))
    .filter(({ units }) => units > 0);
}

const unitsOf = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : 0);

/** The total and the booked units that the page showed; undefined before the guest confirms them. */
function shownQuote(form: Form): Pick<ExtrasQuote, "total" | "booked"> | undefined {
  const [total, booked] = [form.text("total"), form.text("booked")];
  if (!/^\d{1,6}$/.test(booked)) return undefined;
  return { total: /^\d{1,12}$/.test(total) ? Number(total) : null, booked: Number(booked) };
}
