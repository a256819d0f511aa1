import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../../app/session.tsx";
import { ifMatch } from "../../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../../components/records/record-writing.ts";

export type FeeTax = Resource<"fees_taxes">;

/** A tax on a fee in a form: the two ids, and whether the rate includes the tax, as texts. */
export interface FeeTaxDraft {
  readonly fee: string;
  readonly tax_id: string;
  readonly tax_included_in_rate: string;
}

/** @param first the fee and the tax of a new record */
export const draftOfFeeTax = (one: FeeTax | undefined, first: Pick<FeeTaxDraft, "fee" | "tax_id">): FeeTaxDraft =>
  one
    ? {
        ...{ fee: String(one.links.fee), tax_id: String(one.links.tax) },
        tax_included_in_rate: String(one.tax_included_in_rate),
      }
    : { ...first, tax_included_in_rate: "false" };

/** The account's taxes on fees, oldest first. */
export function useFeeTaxes() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "fees_taxes", "list"],
    queryFn: async ({ signal }) => {
      const all: FeeTax[] = [];
      for await (const one of client.records("/fees_taxes", { signal })) all.push(one);
      return all;
    },
  });
}

/** Creates, changes and removes taxes on fees. New bookings follow. */
export function useFeeTaxWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "fees_taxes"] });
  const attributesOf = ({ tax_id, tax_included_in_rate }: FeeTaxDraft) => ({
    ...{ tax_id: Number(tax_id), tax_included_in_rate: tax_included_in_rate === "true" },
  });
  const writing: RecordWriting<FeeTax, FeeTaxDraft, number> = {
    async read(id) {
      const params = { path: { fees_tax_id: [id] } };
      const { data, response } = await client.GET("/fees_taxes/{fees_tax_id}", { params });
      return versioned(data.fees_taxes[0], response);
    },
    async create(draft) {
      const params = { path: { fee_id: Number(draft.fee) } };
      await client.POST("/fees/{fee_id}/fees_taxes", { params, body: { fees_taxes: [attributesOf(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/fees_taxes/{fees_tax_id}", {
        ...{ params: { path: { fees_tax_id: id } }, headers: ifMatch(etag) },
        body: { fees_taxes: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: FeeTax): Promise<void> {
      await client.DELETE("/fees_taxes/{fees_tax_id}", { params: { path: { fees_tax_id: id } } });
      await invalidate();
    },
  };
}
