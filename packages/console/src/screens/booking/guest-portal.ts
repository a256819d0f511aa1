import type { RecordOf } from "@roost/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

export type GuestForm = RecordOf<"/guest_forms">;
export type AgreementSignature = RecordOf<"/agreement_signatures">;

/** The form and the signatures that a guest left on the portal. */
export function useGuestPortal(booking: number) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "guest_forms", "of", booking],
    queryFn: async ({ signal }) => {
      const params = { query: { booking_id: [booking] } };
      const forms: GuestForm[] = [];
      for await (const form of client.records("/guest_forms", { params, signal })) forms.push(form);
      const signatures: AgreementSignature[] = [];
      for await (const signature of client.records("/agreement_signatures", { params, signal }))
        signatures.push(signature);
      return { form: forms[0], signatures };
    },
    enabled: may("bookings_write"),
  });
}

/** Decrypts the documents of a form. They stay out of the cache of queries. */
export function useDocuments(form: number) {
  const { client } = useSession();
  return useMutation({
    mutationFn: async () => {
      const params = { path: { guest_form_id: form } };
      const { data } = await client.POST("/guest_forms/{guest_form_id}/documents", { params });
      if (!("guest_documents" in data)) throw new TypeError("The response has no documents.");
      return data.guest_documents[0]?.documents ?? [];
    },
    gcTime: 0,
  });
}
