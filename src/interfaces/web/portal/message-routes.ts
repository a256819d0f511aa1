import { defaultLanguage, languageOf } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import type { FastifyInstance } from "fastify";
import { parseDay } from "../../../core/day.ts";
import { typedText } from "../../../kernel/values/text.ts";
import { writeAsGuest } from "../../../modules/guests/inbox/messages/write-as-guest.ts";
import { goTo } from "../pages/answer.ts";
import type { Form } from "../pages/form.ts";
import { type GuestRequest, type PortalDependencies, type PortalPath, withGuest, writing } from "./portal-request.ts";

const maxTextLength = 5000;

/** Messages and change requests, which go to the host's inbox. */
export function messageRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  app.post<PortalPath>(
    "/portal/:token/message",
    withGuest(dependencies, (found) => send(found, () => textOf(found.form, "text"))),
  );

  app.post<PortalPath>(
    "/portal/:token/change",
    withGuest(dependencies, (found) => send(found, (locale) => changeRequest(found.form, locale))),
  );

  /** @param write the text, for the host's language */
  async function send(found: GuestRequest, write: (locale: string) => string) {
    const { reply, path, page, guest } = found;
    const isSent = await writing(dependencies, found, async (context) => {
      const text = write(context.account.defaultLocale);
      if (text === "") return false;
      await writeAsGuest(context, { booking: page.booking, client: guest.client, text });
      return true;
    });
    return goTo(reply, isSent ? `${path}?sent#messages` : `${path}#messages`);
  }
}

const textOf = (form: Form, name: string): string => typedText(form.text(name), maxTextLength, true);

/** The guest's wishes, in the host's language; empty if nothing is filled in. */
function changeRequest(form: Form, locale: string): string {
  const t = messagesIn(languageOf(locale) ?? defaultLanguage);
  const wishes = [
    { label: t("pages.portal.change.arrival"), value: dayOf(form.text("arrival")) },
    { label: t("pages.portal.change.departure"), value: dayOf(form.text("departure")) },
    { label: t("pages.portal.change.guests"), value: /^\d{1,3}$/.exec(form.text("guests"))?.[0] ?? "" },
  ].filter(({ value }) => value !== "");
  const text = textOf(form, "text");
  if (wishes.length === 0 && text === "") return "";
  const lines = [t("pages.portal.change.title"), ...wishes.map(({ label, value }) => `${label}: ${value}`)];
  return [lines.join("\n"), text].filter((part) => part !== "").join("\n\n");
}

const dayOf = (text: string): string => (parseDay(text) === undefined ? "" : text);
