import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import type { SmtpServer } from "../../src/app/mail/smtp-mailer.ts";
import { selfSignedCertificate } from "../../src/interfaces/http/certificate.ts";

/** A received mail. */
export interface Arrived extends ParsedMail {
  /** The envelope's recipients, which may differ from the header's. */
  readonly recipients: readonly string[];
  readonly isEncrypted: boolean;
}

/** A real mail server with a self-signed certificate. */
export interface MailServer {
  readonly settings: SmtpServer;
  /** The authority that signed its certificate. */
  readonly ca: string;
  readonly arrived: Arrived[];
}

/** A temporary directory, removed after the test. */
export async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "roost-mails-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a mail server that accepts one login, and refuses recipients by `refuse`. */
export async function aMailServer(
  options: {
    readonly tls?: "from the first byte" | "none";
    /** Returns the status that refuses a recipient; undefined to accept it. */
    readonly refuse?: (address: string) => number | undefined;
  } = {},
): Promise<MailServer> {
  const { key, cert } = await selfSignedCertificate(await aDirectory(), "localhost", Date.now());
  const arrived: Arrived[] = [];
  const secure = options.tls === "from the first byte";
  const server = new SMTPServer({
    ...{ key, cert, secure, disabledCommands: options.tls === "none" ? ["STARTTLS"] : [] },
    ...{ authOptional: false, allowInsecureAuth: true, disableReverseLookup: true, logger: false },
    onAuth({ username, password }, _session, callback) {
      if (username === "ada" && password === "p@ss word") callback(null, { user: username });
      else callback(new Error("Wrong password"));
    },
    onRcptTo({ address }, _session, callback) {
      const status = options.refuse?.(address);
      if (status === undefined) return callback();
      callback(Object.assign(new Error(`<${address}> is not taken`), { responseCode: status }));
    },
    onData(stream, { envelope, secure: isEncrypted }, callback) {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      simpleParser(stream).then((mail) => {
        arrived.push({ ...mail, recipients, isEncrypted });
        callback();
      }, callback);
    },
  });
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const settings = { host: "localhost", port, secure, isLoopback: false, auth: { user: "ada", pass: "p@ss word" } };
  return { settings, ca: cert, arrived };
}
