import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "@roost/embedded-postgres";
import type { Mailer } from "../../kernel/mailer.ts";
import { messageOf } from "./message.ts";

/**
 * Puts each mail into a directory, as a file `<message id>.eml` that mail programs open: what a Roost does that no mail server was named to. The
 * same mail is the same file, however often it is sent; a file is whole as soon as it is there, and its owner's alone.
 * @param from the address that all mails come from
 */
export function directoryMailer(directory: string, from: string): Mailer {
  return {
    async send(mail) {
      const message = messageOf(mail, from);
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await transport.sendMail(message);
      if (!Buffer.isBuffer(bytes)) throw new Error("A mail was asked for as one piece.");
      await makeDirectory(directory, 0o700);
      await writeWhole(join(directory, `${mail.messageId}.eml`), bytes);
    },
    async close() {
      // It holds nothing open.
    },
  };
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const aside = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(aside, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
