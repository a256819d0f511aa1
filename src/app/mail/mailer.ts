import { join } from "node:path";
import type { Mailer } from "../../kernel/mailer.ts";
import type { Config } from "../config.ts";
import { directoryMailer } from "./directory-mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

/** Opens the service's mailer: the server of ROOST_SMTP_URL, or a directory in the data directory. */
export function mailerOf({
  smtp,
  mailFrom,
  dataDirectory,
}: Pick<Config, "smtp" | "mailFrom" | "dataDirectory">): Mailer {
  return smtp ? smtpMailer(smtp, mailFrom) : directoryMailer(join(dataDirectory, "mails"), mailFrom);
}
