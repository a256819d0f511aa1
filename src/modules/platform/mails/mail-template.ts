import type { TranslateServer } from "@roost/messages/server-messages.ts";
import type { Static, TSchema } from "typebox";

/** A part of a mail, from which both its plain text and its HTML are generated. */
export type MailBlock =
  | { readonly kind: "paragraph" | "fine"; readonly text: string }
  /** A person's text, with its line breaks. */
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "button"; readonly label: string; readonly url: string }
  | { readonly kind: "lines"; readonly rows: readonly MailLine[] };

/** A row of a table of two columns. */
export interface MailLine {
  readonly label: string;
  readonly value: string;
  /** Such as a total. */
  readonly strong?: boolean;
}

/** A mail's texts in one language. */
export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

/** A template's context, in addition to its values. */
export interface MailSetting {
  readonly t: TranslateServer;
  /** BCP 47, for dates and amounts: `de-AT`. */
  readonly locale: string;
  /** The absolute URL of the mail's link; undefined if its template has none. */
  readonly link: string | undefined;
  /** The URL of the guest's portal, if `link` leads to the payment page. */
  readonly portal?: string | undefined;
  /** The business's name. */
  readonly host: string;
  /** The service's public URL, for links to the console. */
  readonly baseUrl: string;
}

/** The target of a template's link: a path with a secret that was sealed with the mail, or the payment page of its booking. */
export type MailLink = "none" | "sealed" | "payment";

/** A template for the job: by its name, with values from the database. */
export interface AnyMailTemplate {
  readonly name: string;
  /** Mails to guests and owners come from the business, and are not sent once its account is closed; those to people come from Roost. */
  readonly audience: "guest" | "owner" | "person";
  readonly link: MailLink;
  /** Whether it is not sent once its booking is canceled. */
  readonly endsWithStay: boolean;
  /** @throws Error for another template's values */
  compose(values: unknown, setting: MailSetting): Promise<MailContent>;
}

/** A template with its values' type, for callers that queue a mail. */
export interface MailTemplate<Values extends TSchema> extends AnyMailTemplate {
  readonly values: Values;
}

/**
 * Declares a mail: its values, and its texts in each language. `templates/all-templates.ts` lists it.
 * @param name must never change: queued mails contain it
 */
export function defineMail<Values extends TSchema>(
  name: string,
  options: {
    readonly audience: AnyMailTemplate["audience"];
    readonly link?: MailLink;
    /** Default: only a mail with a link to the payment page, such as a confirmation. */
    readonly endsWithStay?: boolean;
    /** Texts are unescaped: the layout escapes them. Amounts are hundredths, days `YYYY-MM-DD`. No secrets. */
    readonly values: Values;
    write(values: Static<Values>, setting: MailSetting): MailContent;
  },
): MailTemplate<Values> {
  const { audience, link = "none", endsWithStay = link === "payment", values: schema, write } = options;
  return {
    name,
    audience,
    link,
    endsWithStay,
    values: schema,
    async compose(values, setting) {
      const { Check } = await import("typebox/schema");
      if (!Check(schema, values)) throw new Error(`A mail ${name} was queued with values of another form.`);
      return write(values, setting);
    },
  };
}
