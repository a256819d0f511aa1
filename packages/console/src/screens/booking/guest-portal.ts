import type { RecordOf } from "@roost/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";

export type GuestForm = RecordOf<"/guest_forms">;
export type AgreementSignature = RecordOf<"/agreement_signatures">;

/** The newest form and the signatures that the booking's present guest left on the portal. */
export function useGuestPortal({ id: booking, links: { client: guest } }: BookingRecord) {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "guest_forms", "of", booking, guest],
    queryFn: async ({ signal }) => {
      const params = { query: { booking_id: [booking] } };
      let form: GuestForm | undefined;
      for await (const sent of client.records("/guest_forms", { params, signal }))
        if (sent.links.client === guest && (!form || sent.submitted_at >= form.submitted_at)) form = sent;
      const signatures: AgreementSignature[] = [];
      for await (const signature of client.records("/agreement_signatures", { params, signal }))
        if (signature.links.client === guest) signatures.push(signature);
      return { form, signatures };
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
