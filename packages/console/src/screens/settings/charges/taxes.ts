import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { draftTexts, writtenTexts } from "../../../components/locale-texts.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type TaxRule, writtenRules } from "./tax-rules/tax-rules.ts";

export type Tax = Resource<"taxes">;

/** A tax in a form, with its name in each of the account's locales. */
export interface TaxDraft {
  readonly [name: `name_${string}`]: string;
  readonly kind: string;
  readonly percentage: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly notes: string;
  readonly rules: readonly TaxRule[];
}

export function draftOfTax(tax: Tax | undefined, locales: readonly string[]): TaxDraft {
  const names: Readonly<Record<`name_${string}`, string>> = draftTexts("name", tax?.name, locales);
  return {
    ...names,
    ...{ kind: tax?.kind ?? "value_added", percentage: tax?.percentage ?? "" },
    ...{ start_date: tax?.start_date ?? "", end_date: tax?.end_date ?? "", notes: tax?.notes ?? "" },
    rules: (tax?.tax_rules ?? []).map(({ id, comparator, value }) => ({ key: String(id), comparator, nights: value })),
  };
}

/** The account's taxes with their rules, oldest first. */
export function useTaxes() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "taxes", "list"],
    queryFn: async ({ signal }) => {
      const taxes: Tax[] = [];
      const params = { query: { include: ["tax_rules"] } };
      for await (const tax of client.records("/taxes", { params, signal })) taxes.push(tax);
      return taxes;
    },
  });
}

/** Creates and changes the account's taxes. A percentage never changes, because bookings refer to it. */
export function useTaxWriting(): RecordWriting<Tax, TaxDraft, number> {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["taxes", "rentals_taxes"]) await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  const attributesOf = ({ kind, start_date, percentage: _, rules, ...texts }: TaxDraft) => ({
    ...{ ...writtenTexts(texts), start_date, tax_rules: writtenRules(rules) },
    kind: t.namesBelow("rentalTerms.taxes.kinds").find((one) => one === kind) ?? "other",
  });
  return {
    async read(id) {
      // The version is the tax's, with its rules.
      const params = { path: { tax_id: [id] }, query: { include: ["tax_rules"] } };
      const { data, response } = await client.GET("/taxes/{tax_id}", { params });
      return versioned(data.taxes[0], response);
    },
    async create(draft) {
      const { percentage } = draft;
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
