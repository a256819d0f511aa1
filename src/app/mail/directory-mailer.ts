import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "@roost/embedded-postgres";
import type { Mailer } from "../../kernel/mailer.ts";
import { messageOf } from "./message.ts";

/**
 * Writes each mail to a directory as `<message id>.eml`, when no mail server is configured. Sending a mail again replaces its file. Files
 * appear complete, and only their owner can read them.
 * @param from the sender address
 */
export function directoryMailer(directory: string, from: string): Mailer {
  return {
    async send(mail) {
      const message = messageOf(mail, from);
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await transport.sendMail(message);
      if (!Buffer.isBuffer(bytes)) throw new Error("The mail library returned no buffer.");
      await makeDirectory(directory, 0o700);
      await writeWhole(join(directory, `${mail.messageId}.eml`), bytes);
    },
    async close() {
      // Nothing to close.
    },
  };
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
