import type { Resource } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { changedFields } from "../../components/conflict/use-conditional-form.ts";
import { ifMatch } from "../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../components/records/record-writing.ts";
import { daysOf } from "./listed-inquiries.ts";

type StoredInquiry = Resource<"inquiries">;

/** An inquiry in a form: ids and numbers as texts, days such as `2027-07-01`. */
export interface InquiryDraft {
  readonly rental_id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone: string;
  readonly country_code: string;
  readonly start_at: string;
  readonly end_at: string;
  readonly adults: string;
  readonly children: string;
  readonly source_id: string;
  readonly message: string;
}

/** A new inquiry's rental and country. */
export type FirstValues = Pick<InquiryDraft, "rental_id" | "country_code">;

const numberOr = (text: string): number | null => (text.trim() === "" ? null : Number(text));
const textOr = (text: string): string | null => text.trim() || null;
const shown = (value: string | number | null | undefined): string => (value == null ? "" : String(value));

export function draftOfInquiry(inquiry: StoredInquiry | undefined, first: FirstValues): InquiryDraft {
  const days = inquiry && daysOf(inquiry);
  return {
    rental_id: shown(inquiry?.links.rental ?? first.rental_id),
    ...{ firstname: inquiry?.firstname ?? "", lastname: inquiry?.lastname ?? "", email: inquiry?.email ?? "" },
    ...{ phone: shown(inquiry?.phone), country_code: inquiry ? (inquiry.country_code ?? "") : first.country_code },
    ...{ start_at: days?.arrival ?? "", end_at: days?.departure ?? "" },
    ...{ adults: shown(inquiry?.adults), children: shown(inquiry?.children) },
    ...{ source_id: shown(inquiry?.links.source), message: inquiry?.message ?? "" },
  };
}

function attributesOf(draft: InquiryDraft) {
  const { rental_id: _, firstname, lastname, email, phone, country_code, start_at, end_at, ...others } = draft;
  return {
    ...{ firstname, lastname, email: email.trim(), phone: textOr(phone), country_code: textOr(country_code) },
    ...{ start_at: textOr(start_at), end_at: textOr(end_at), message: textOr(others.message) },
    ...{ adults: numberOr(others.adults), children: numberOr(others.children), source_id: numberOr(others.source_id) },
  };
}

/** Only the person's changes: a stay's times, which the form does not show, remain with its days. */
function changesOf(before: InquiryDraft, after: InquiryDraft): Resource<"inquiries_update"> {
  const changed: readonly string[] = changedFields(before, after);
  const attributes = { ...attributesOf(after), rental_id: Number(after.rental_id) };
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => changed.includes(name)));
}

/** Refetches inquiries, the conversations that they start and what rules plan for them. */
export function useInvalidateInquiries() {
  const { account } = useSession();
  const queries = useQueryClient();
  return async () => {
    for (const name of ["inquiries", "conversations", "bookings", "scheduled_actions"])
      await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
}

/** Creates and changes inquiries. One with a message starts a conversation. */
export function useInquiryWriting(): RecordWriting<StoredInquiry, InquiryDraft, number> {
  const { client } = useSession();
  const invalidate = useInvalidateInquiries();
  return {
    async read(id) {
      const params = { path: { inquiry_id: [id] } };
      const { data, response } = await client.GET("/inquiries/{inquiry_id}", { params });
      return versioned(data.inquiries[0], response);
    },
    async create(draft) {
      const params = { path: { rental_id: Number(draft.rental_id) } };
      await client.POST("/rentals/{rental_id}/inquiries", { params, body: { inquiries: [attributesOf(draft)] } });
      await invalidate();
    },
    async change(seen, draft) {
      const before = draftOfInquiry(seen, { rental_id: "", country_code: "" });
      await client.PUT("/inquiries/{inquiry_id}", {
        ...{ params: { path: { inquiry_id: seen.id } }, headers: ifMatch(seen.etag) },
        body: { inquiries: [changesOf(before, draft)] },
      });
      await invalidate();
    },
  };
}
