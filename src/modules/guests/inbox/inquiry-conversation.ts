import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { clientOfInquirer } from "../../stays/clients/identity/inquirer.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { createInquiry } from "../../stays/inquiries/save-inquiry.ts";
import { noteMessage } from "./conversation-state.ts";
import { authorOf } from "./messages/author.ts";
import { mailMessage } from "./messages/mail-message.ts";

const { country_code, email, firstname, lastname, message, phone } = inquiry.attributes;

/**
 * Stores an inquiry. An inquiry with a message starts a conversation with its author, who is a known client or becomes one.
 * The client comes first in lock order.
 * @returns the inquiry's id @throws RequestError 422, without creating a client
 */
export async function createInquiryWithConversation(
  context: WriteContext,
  rental: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const text = draft.input(message);
  const hasMessage = errors.isEmpty && typeof text === "string" && text.trim() !== "";
  const client = hasMessage ? await clientOf(context, rental.id, draft) : undefined;
  const id = await createInquiry(context, rental, draft, errors);
  if (client !== undefined && typeof text === "string")
    await startConversation(context, { inquiry: id, rental: rental.id, client, text });
  return id;
}

/** Skips restricted clients: the caller could otherwise learn whose address it is. */
function clientOf(context: WriteContext, rental: number, draft: Draft): Promise<number> {
  const guest = {
    firstname: draft.input(firstname) ?? "",
    lastname: draft.input(lastname) ?? "",
    email: draft.input(email) ?? "",
    phone: draft.input(phone) ?? null,
    countryCode: draft.input(country_code) ?? null,
  };
  return clientOfInquirer(context, guest, { rental, findsRestricted: false });
}

interface Start {
  readonly inquiry: number;
  readonly rental: number;
  readonly client: number;
  readonly text: string;
}

/** Starts an e-mail conversation about the rental: an inquiry always has an e-mail address. */
async function startConversation(
  context: WriteContext,
  { inquiry: inquiryId, rental, client, text }: Start,
): Promise<void> {
  const { transaction, account, now, isQuiet } = context;
  const author = authorOf(context);
  const by = [author.created_by_id, author.created_by_type];
  const conversation = await idOf(
    transaction.row<{ id: number }>(
      `insert into conversations (account_id, subject, default_channel, source_id, created_by_id, created_by_type)
       select $1, rentals.name, 'email', inquiries.source_id, $4, $5 from inquiries
       join rentals on rentals.account_id = $1 and rentals.account_id = inquiries.account_id and rentals.id = $3
       where inquiries.account_id = $1 and inquiries.id = $2 returning id`,
      [account.id, inquiryId, rental, ...by],
    ),
  );
  await transaction.run(
    "insert into conversations_inquiries (account_id, inquiry_id, conversation_id) values ($1, $2, $3)",
    [account.id, inquiryId, conversation],
  );
  const sender = await idOf(
    transaction.row<{ id: number }>(
      "insert into participants (account_id, conversation_id, client_id) values ($1, $2, $3) returning id",
      [account.id, conversation, client],
    ),
  );
  const sentAt = new Date(now).toISOString();
  const message = await idOf(
    transaction.row<{ id: number }>(
      `insert into messages (account_id, conversation_id, sender_id, content, origin, visibility, sent_at, created_by_id, created_by_type)
     values ($1, $2, $3, $4, 'inquiry', 'external', $5, $6, $7) returning id`,
      [account.id, conversation, sender, text, sentAt, ...by],
    ),
  );
  await noteMessage(context, { conversation, sender, fromGuest: true, sentAt });
  if (isQuiet !== true) await mailMessage(context, message);
}

async function idOf(inserted: Promise<{ id: number } | undefined>): Promise<number> {
  const row = await inserted;
  if (!row) throw new Error("An insert into the inbox returned no id.");
  return row.id;
}
