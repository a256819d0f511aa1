import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { unrestrictedClientOf } from "../../stays/clients/guest-by-email.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { createInquiry } from "../../stays/inquiries/save-inquiry.ts";
import { noteMessage } from "./conversation-state.ts";
import { authorOf } from "./messages/author.ts";
import { mailMessage } from "./messages/mail-message.ts";

const { country_code, email, firstname, lastname, message, phone } = inquiry.attributes;

/**
 * Notes an inquiry; where it says something, it begins a conversation with who asks, who becomes a client unless one is known by that
 * address. The client comes first in the order of locks.
 * @returns the id of the inquiry @throws RequestError 422; then there is no new client either
 */
export async function createInquiryWithConversation(
  context: WriteContext,
  rental: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const text = draft.given(message);
  const asks = errors.isEmpty && typeof text === "string" && text.trim() !== "";
  const client = asks ? await clientOf(context, draft) : undefined;
  const id = await createInquiry(context, rental, draft, errors);
  if (client !== undefined && typeof text === "string")
    await begin(context, { inquiry: id, rental: rental.id, client, text });
  return id;
}

function clientOf(context: WriteContext, draft: Draft): Promise<number> {
  return unrestrictedClientOf(context, {
    firstname: draft.given(firstname) ?? "",
    lastname: draft.given(lastname) ?? "",
    email: draft.given(email) ?? "",
    phone: draft.given(phone) ?? null,
    countryCode: draft.given(country_code) ?? null,
  });
}

interface Beginning {
  readonly inquiry: number;
  readonly rental: number;
  readonly client: number;
  readonly text: string;
}

/** A conversation by e-mail, since that is what is known of who asks; what it is about is the rental. */
async function begin(context: WriteContext, { inquiry: asked, rental, client, text }: Beginning): Promise<void> {
  const { transaction, account, now, isQuiet } = context;
  const author = authorOf(context);
  const by = [author.created_by_id, author.created_by_type];
  const conversation = await idOf(
    transaction.row<{ id: number }>(
      `insert into conversations (account_id, subject, default_channel, source_id, created_by_id, created_by_type)
       select $1, rentals.name, 'email', inquiries.source_id, $4, $5 from inquiries
       join rentals on rentals.account_id = inquiries.account_id and rentals.id = $3
       where inquiries.account_id = $1 and inquiries.id = $2 returning id`,
      [account.id, asked, rental, ...by],
    ),
  );
  await transaction.run(
    "insert into conversations_inquiries (account_id, inquiry_id, conversation_id) values ($1, $2, $3)",
    [account.id, asked, conversation],
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
  if (!row) throw new Error("An insert into the inbox answered no id.");
  return row.id;
}
