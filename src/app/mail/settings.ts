import { formats } from "../../kernel/values/text.ts";
import { ConfigError } from "../config-error.ts";
import type { SmtpServer } from "./smtp-mailer.ts";

/** Loopback hosts, which need no TLS. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** ROOST_SMTP_URL. @throws ConfigError */
export function smtpServer(text: string | undefined): SmtpServer | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isFit = url && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && /^\/?$/.test(url.pathname);
  // The value may hold a password, so the message omits it.
  if (!url || !isFit || url.search || url.hash || (url.username === "") !== (url.password === ""))
    throw new ConfigError(
      "ROOST_SMTP_URL is invalid. It must have the form smtp://user:password@host:587 or smtps://user:password@host:465.",
    );
  const secure = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    isLoopback: loopback.test(url.hostname),
    auth: url.username === "" ? undefined : { user: unescaped(url.username), pass: unescaped(url.password) },
  };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new ConfigError("ROOST_SMTP_URL has an invalid escape in the user or password. Write % as %25.");
  }
}

/** ROOST_MAIL_FROM: an address without a name. Optional without a mail server. @throws ConfigError */
export function mailFrom(
  text: string | undefined,
  { smtp, baseUrl }: { readonly smtp: SmtpServer | undefined; readonly baseUrl: string },
): string {
  if (text === undefined && smtp) throw new ConfigError("ROOST_SMTP_URL requires ROOST_MAIL_FROM, the sender address.");
  if (text !== undefined && !formats.email.matches(text))
    throw new ConfigError(`ROOST_MAIL_FROM is "${text}". It must be an address such as stay@example.com.`);
  return text ?? `roost@${new URL(baseUrl).hostname}`;
}
