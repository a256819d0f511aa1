import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { useSubmit } from "../../../components/use-submit.ts";

/**
 * Mails owners their statements, one after the other. Each mail has one idempotency key while the form is open, so a retry after a failure
 * sends none twice.
 */
export function useSendStatements(month: string, owners: readonly { readonly id: number }[], done: () => void) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const [keys] = useState(() => new Map(owners.map(({ id }) => [id, crypto.randomUUID()])));
  return useSubmit({
    mutationFn: async (message: string) => {
      const body = { contacts: [{ month, ...(message !== "" && { message }) }] as const };
      try {
        for (const { id } of owners) {
          const params = { path: { contact_id: id } };
          const call = { params, body: { contacts: [{ ...body.contacts[0] }] }, idempotencyKey: keys.get(id) ?? "" };
          await client.POST("/contacts/{contact_id}/send_statement", call);
        }
      } finally {
        await queries.invalidateQueries({ queryKey: [account.id, "bookings", "statements"] });
      }
    },
    onSuccess: done,
  });
}
