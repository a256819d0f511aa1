import Type from "typebox";
import type { GuestLanguage } from "../../../../core/guest-languages.ts";
import { defineMail } from "../mail-template.ts";
import { dayIn } from "../mail-words.ts";

interface Texts {
  subject(server: string): string;
  failing(application: string, server: string, since: string | null): string;
  gone(application: string, server: string): string;
  readonly problem: string;
  readonly next: string;
}

const texts: Readonly<Record<GuestLanguage, Texts>> = {
  en: {
    subject: (server) => `Webhooks to ${server} are switched off`,
    failing: (application, server, since) =>
      since === null
        ? `${application} is told of changes at ${server}. No attempt has succeeded for five days, and so Roost has switched it off.`
        : `${application} is told of changes at ${server}. No attempt has succeeded since ${since}, and so Roost has switched it off.`,
    gone: (application, server) =>
      `${application} was told of changes at ${server}. The server answers that nobody wants them any more (410), and so Roost has switched it off.`,
    problem: "What was wrong the last time",
    next: "Once the server is well again, switch the webhook on again: what has waited for it is then sent. What has happened meanwhile can be read at GET /events.",
  },
  de: {
    subject: (server) => `Webhooks an ${server} sind abgeschaltet`,
    failing: (application, server, since) =>
      since === null
        ? `${application} erfährt von Änderungen über ${server}. Seit fünf Tagen ist kein Versuch gelungen, darum hat Roost den Webhook abgeschaltet.`
        : `${application} erfährt von Änderungen über ${server}. Seit dem ${since} ist kein Versuch gelungen, darum hat Roost den Webhook abgeschaltet.`,
    gone: (application, server) =>
      `${application} erfuhr von Änderungen über ${server}. Der Server antwortet, dass niemand sie mehr haben will (410), darum hat Roost den Webhook abgeschaltet.`,
    problem: "Was zuletzt nicht stimmte",
    next: "Schalten Sie den Webhook wieder ein, sobald der Server wieder arbeitet: Was auf ihn gewartet hat, wird dann gesendet. Was inzwischen geschehen ist, steht unter GET /events.",
  },
  fr: {
    subject: (server) => `Les webhooks vers ${server} sont désactivés`,
    failing: (application, server, since) =>
      since === null
        ? `${application} est informé des changements par ${server}. Aucune tentative n’a réussi depuis cinq jours : Roost a désactivé le webhook.`
        : `${application} est informé des changements par ${server}. Aucune tentative n’a réussi depuis le ${since} : Roost a désactivé le webhook.`,
    gone: (application, server) =>
      `${application} était informé des changements par ${server}. Le serveur répond que personne n’en veut plus (410) : Roost a désactivé le webhook.`,
    problem: "Ce qui n’allait pas la dernière fois",
    next: "Dès que le serveur fonctionne à nouveau, réactivez le webhook : ce qui l’attendait est alors envoyé. Ce qui s’est passé entre-temps se lit à GET /events.",
  },
  es: {
    subject: (server) => `Los webhooks a ${server} están desactivados`,
    failing: (application, server, since) =>
      since === null
        ? `${application} recibe los cambios en ${server}. Ningún intento ha funcionado en cinco días, por lo que Roost ha desactivado el webhook.`
        : `${application} recibe los cambios en ${server}. Ningún intento ha funcionado desde el ${since}, por lo que Roost ha desactivado el webhook.`,
    gone: (application, server) =>
      `${application} recibía los cambios en ${server}. El servidor responde que ya nadie los quiere (410), por lo que Roost ha desactivado el webhook.`,
    problem: "Qué falló la última vez",
    next: "Cuando el servidor vuelva a funcionar, active de nuevo el webhook: entonces se envía lo que le esperaba. Lo ocurrido entretanto se lee en GET /events.",
  },
};

/** Tells the owners of an account that nobody is told of changes at an address any more. */
export const webhookDisabled = defineMail("webhook disabled", {
  audience: "person",
  values: Type.Object({
    application: Type.String(),
    /** Host and port. */
    server: Type.String(),
    reason: Type.Enum(["failing", "gone"]),
    /** A day; null when it is not known. */
    since: Type.Union([Type.String(), Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ application, server, reason, since, error }, { language, locale }) {
    const text = texts[language];
    const day = since === null ? null : dayIn(locale, since);
    return {
      subject: text.subject(server),
      blocks: [
        {
          kind: "paragraph",
          text: reason === "gone" ? text.gone(application, server) : text.failing(application, server, day),
        },
        ...(error === null ? [] : [{ kind: "lines" as const, rows: [{ label: text.problem, value: error }] }]),
        { kind: "paragraph", text: text.next },
      ],
    };
  },
});
