import type { MoveGuest } from "../../../stays/clients/guest-move.ts";

/** SQL: pairs of participants for clients `$2` and `$3` in the same conversation. */
const bothParticipants = `participants as leaving join participants as staying on staying.account_id = $1
    and staying.conversation_id = leaving.conversation_id and staying.client_id = $3 and leaving.account_id = $1 and leaving.client_id = $2`;

/**
 * Moves a guest's participants, with their messages, to another client. A client takes part only once:
 * where both do, the messages move and the other participant stays, without messages.
 */
export const moveGuestInInbox: MoveGuest = async ({ transaction, account }, { from, to }) => {
  const values = [account.id, from, to];
  await transaction.run(
    `update messages set sender_id = staying.id, updated_at = statement_timestamp() from ${bothParticipants}
     where messages.account_id = $1 and messages.sender_id = leaving.id`,
    values,
  );
  await transaction.run(
    `update participants set updated_at = statement_timestamp(),
       last_message_sent_at = case when participants.id = staying.id then greatest(staying.last_message_sent_at, leaving.last_message_sent_at) end
     from ${bothParticipants} where participants.account_id = $1 and participants.id in (staying.id, leaving.id)`,
    values,
  );
  await transaction.run(
    `update participants set client_id = $3, updated_at = statement_timestamp()
     where account_id = $1 and client_id = $2 and not exists (select from ${bothParticipants} and leaving.id = participants.id)`,
    values,
  );
};
