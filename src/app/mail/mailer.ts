import { join } from "node:path";
import type { Mailer } from "../../kernel/mailer.ts";
import type { Config } from "../config.ts";
import { directoryMailer } from "./directory-mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

/** What sends the service's mails: the mail server of ROOST_SMTP_URL, or else a directory beside the other data. */
export function mailerOf({
  smtp,
  mailFrom,
  dataDirectory,
}: Pick<Config, "smtp" | "mailFrom" | "dataDirectory">): Mailer {
  return smtp ? smtpMailer(smtp, mailFrom) : directoryMailer(join(dataDirectory, "mails"), mailFrom);
}
