import type { MoveGuest } from "../../../stays/clients/guest-move.ts";

/** SQL: the places of the client `$2` in conversations in which the client `$3` has one, too. */
const bothPlaces = `participants as leaving join participants as staying on staying.account_id = leaving.account_id
    and staying.conversation_id = leaving.conversation_id and staying.client_id = $3 and leaving.account_id = $1 and leaving.client_id = $2`;

/**
 * A guest's places in conversations, with what was sent from them. Nobody takes part in one twice: where both did, the messages change
 * hands, and the other place stays, as that of a guest who has sent none.
 */
export const moveGuestInInbox: MoveGuest = async ({ transaction, account }, { from, to }) => {
  const values = [account.id, from, to];
  await transaction.run(
    `update messages set sender_id = staying.id, updated_at = clock_timestamp() from ${bothPlaces}
     where messages.account_id = $1 and messages.sender_id = leaving.id`,
    values,
  );
  await transaction.run(
    `update participants set updated_at = clock_timestamp(),
       last_message_sent_at = case when participants.id = staying.id then greatest(staying.last_message_sent_at, leaving.last_message_sent_at) end
     from ${bothPlaces} where participants.account_id = $1 and participants.id in (staying.id, leaving.id)`,
    values,
  );
  await transaction.run(
    `update participants set client_id = $3, updated_at = clock_timestamp()
     where account_id = $1 and client_id = $2 and not exists (select from ${bothPlaces} and leaving.id = participants.id)`,
    values,
  );
};
