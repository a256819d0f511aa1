import type { Transporter } from "nodemailer";
import { MailError, type Mailer } from "../../kernel/mailer.ts";
import { messageOf } from "./message.ts";

/** The mail server's address and credentials. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps`). Otherwise STARTTLS, which the server must offer unless it is on this machine. */
  readonly secure: boolean;
  readonly isLoopback: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/** Milliseconds, well below a job attempt's five minutes. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 } as const;

/** For tests: another certificate authority and shorter timeouts. */
interface SmtpOptions {
  readonly ca?: string;
  readonly timeouts?: { readonly [name in keyof typeof timeouts]: number };
}

/**
 * Sends mails through a mail server. It verifies certificates and never sends in clear text, except to this machine. The first mail loads the
 * library.
 * @param from the sender address
 */
export function smtpMailer(server: SmtpServer, from: string, options: SmtpOptions = {}): Mailer {
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      ...{ pool: true, maxConnections: 4, maxMessages: 100 },
      ...{ host: server.host, port: server.port, secure: server.secure },
      requireTLS: !server.secure && !server.isLoopback,
      ...(server.auth ? { auth: { user: server.auth.user, pass: server.auth.pass } } : {}),
      tls: { minVersion: "TLSv1.2", ...(options.ca === undefined ? {} : { ca: options.ca }) },
      ...(options.timeouts ?? timeouts),
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  };
  return {
    async send(mail) {
      const message = messageOf(mail, from);
      opened ??= open();
      const transport = await opened;
      await transport.sendMail(message).catch((error: unknown) => {
        throw mailErrorOf(error);
      });
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/**
 * Converts an error. A 5xx about the mail itself (its recipient or content) is permanent (RFC 5321, 4.2.1). Other errors, such as a wrong
 * password, can be fixed, so the mail waits.
 */
function mailErrorOf(error: unknown): MailError {
  const { code, response, status, message } = detailsOf(error);
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isPermanent = isAboutMail && (status === undefined || status >= 500);
  return new MailError(response ?? message, {
    isPermanent,
    code: status === undefined ? (code ?? "no answer") : `SMTP ${status}`,
  });
}

function detailsOf(error: unknown) {
  const message = error instanceof Error ? error.message : "unknown";
  const fields: Readonly<Record<string, unknown>> = error instanceof Error ? { ...error } : {};
  const { code, response, responseCode } = fields;
  return {
    message,
    code: typeof code === "string" ? code : undefined,
    response: typeof response === "string" ? response : undefined,
    status: typeof responseCode === "number" ? responseCode : undefined,
  };
}
