import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { writtenTexts } from "../locale-texts.ts";
import { type RecordWriting, versioned } from "../records/record-writing.ts";

export type Agreement = Resource<"rental_agreements">;

/** The account, rental or booking that an agreement is for. */
export interface AgreementOwner {
  readonly type: Agreement["rental_agreementable_type"];
  readonly id: number;
}

/** An agreement's text in each of the account's locales. */
export type AgreementDraft = Readonly<Record<string, string>>;

const fields = ["id", "rental_agreementable_id", "rental_agreementable_type", "created_at"] as const;

/** An owner's agreements, newest first, and the newest one's text. The newest applies; it never changes. */
export function useAgreements({ type, id }: AgreementOwner) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rental_agreements", type, id],
    queryFn: async ({ signal }) => {
      const versions: Pick<Agreement, "id" | "created_at">[] = [];
      const query = { fields: [...fields] };
      for await (const one of client.records("/rental_agreements", { params: { query }, signal }))
        if (one.rental_agreementable_type === type && one.rental_agreementable_id === id)
          versions.unshift({ id: one.id, created_at: one.created_at });
      const [newest] = versions;
      if (!newest) return { versions, newest: null };
      const params = { path: { rental_agreement_id: [newest.id] } };
      const { data } = await client.GET("/rental_agreements/{rental_agreement_id}", { params, signal });
      return { versions, newest: data.rental_agreements[0] ?? null };
    },
  });
}

/** A version with its text, which never changes; null if it was not found. */
export function useAgreement(id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rental_agreements", id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { path: { rental_agreement_id: [id] } };
      const { data } = await client.GET("/rental_agreements/{rental_agreement_id}", { params, signal });
      return data.rental_agreements[0] ?? null;
    },
  });
}

/** Creates a new version of an owner's agreement. A stored one is only read. */
export function useAgreementWriting({ type, id }: AgreementOwner): RecordWriting<Agreement, AgreementDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return {
    async read(agreement) {
      const params = { path: { rental_agreement_id: [agreement] } };
      const { data, response } = await client.GET("/rental_agreements/{rental_agreement_id}", { params });
      return versioned(data.rental_agreements[0], response);
    },
    async create(draft) {
      const body = { rental_agreements: [writtenTexts(draft)] };
      if (type === "Account") await client.POST("/rental_agreements", { body });
      else if (type === "Rental")
        await client.POST("/rentals/{rental_id}/rental_agreements", { params: { path: { rental_id: id } }, body });
      else
        await client.POST("/bookings/{booking_id}/rental_agreements", { params: { path: { booking_id: id } }, body });
      for (const name of ["rental_agreements", "rentals", "bookings"])
        await queries.invalidateQueries({ queryKey: [account.id, name] });
    },
    change() {
      throw new TypeError("An agreement never changes.");
    },
  };
}
