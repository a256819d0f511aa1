import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { draftTexts, writtenTexts } from "../../../components/locale-texts.ts";
import type { FieldsDraft } from "../../../components/records/field-dialog.tsx";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import { useI18n } from "../../../i18n/i18n.ts";

export type Tax = Resource<"taxes">;

export const draftOfTax = (tax: Tax | undefined, locales: readonly string[]): FieldsDraft => ({
  ...draftTexts("name", tax?.name, locales),
  ...{ kind: tax?.kind ?? "value_added", percentage: tax?.percentage ?? "" },
  ...{ start_date: tax?.start_date ?? "", end_date: tax?.end_date ?? "", notes: tax?.notes ?? "" },
});

/** The account's taxes, oldest first. */
export function useTaxes() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "taxes", "list"],
    queryFn: async ({ signal }) => {
      const taxes: Tax[] = [];
      for await (const tax of client.records("/taxes", { signal })) taxes.push(tax);
      return taxes;
    },
  });
}

/** Creates and changes the account's taxes. A percentage never changes, because bookings refer to it. */
export function useTaxWriting(): RecordWriting<Tax, FieldsDraft, number> {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["taxes", "rentals_taxes"]) await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  const attributesOf = ({ kind, start_date = "", percentage: _, ...texts }: FieldsDraft) => ({
    ...{ ...writtenTexts(texts), start_date },
    kind: t.namesBelow("rentalTerms.taxes.kinds").find((one) => one === kind) ?? "other",
  });
  return {
    async read(id) {
      const { data, response } = await client.GET("/taxes/{tax_id}", { params: { path: { tax_id: [id] } } });
      return versioned(data.taxes[0], response);
    },
    async create(draft) {
      const { percentage = "" } = draft;
      await client.POST("/taxes", { body: { taxes: [{ ...attributesOf(draft), percentage }] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      const params = { path: { tax_id: id } };
      await client.PUT("/taxes/{tax_id}", { params, headers: ifMatch(etag), body: { taxes: [attributesOf(draft)] } });
      await invalidate();
    },
  };
}
