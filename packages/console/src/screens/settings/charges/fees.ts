import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { isCurrency } from "../../../components/lists/currencies.ts";
import { draftTexts, writtenTexts } from "../../../components/locale-texts.ts";
import type { FieldsDraft } from "../../../components/records/field-dialog.tsx";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Fee } from "../../rental-editor/fee-draft.ts";

export const draftOfFee = (fee: Fee | undefined, locales: readonly string[], currency: string): FieldsDraft => ({
  ...draftTexts("name", fee?.name, locales),
  ...{ kind: fee?.kind ?? "cleaning", rate: fee?.rate ?? "", rate_kind: fee?.rate_kind ?? "fixed" },
  ...{ currency: fee?.currency ?? currency, downpayment_percentage: fee?.downpayment_percentage ?? "0" },
  ...{ maximum_possible_rate: fee?.maximum_possible_rate ?? "", notes: fee?.notes ?? "" },
  ...{ stock: String(fee?.stock ?? ""), cutoff_hours: String(fee?.cutoff_hours ?? "") },
});

const countOf = (text: string): number | null => (text === "" ? null : Number(text));

/** Creates, changes and archives the account's fees. */
export function useFeeWriting() {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["fees", "rentals_fees", "rentals"])
      await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  const attributesOf = (draft: FieldsDraft) => {
    const { kind, rate = "", rate_kind, currency = "", downpayment_percentage = "0", ...others } = draft;
    const { stock = "", cutoff_hours = "", ...texts } = others;
    return {
      ...writtenTexts(texts),
      ...{ rate, downpayment_percentage, ...(isCurrency(currency) && { currency }) },
      ...{ stock: countOf(stock), cutoff_hours: countOf(cutoff_hours) },
      kind: t.namesBelow("rentalTerms.fees.kinds").find((one) => one === kind) ?? "other",
      rate_kind: t.namesBelow("rentalTerms.fees.rateKinds").find((one) => one === rate_kind) ?? "fixed",
    };
  };
  const writing: RecordWriting<Fee, FieldsDraft, number> = {
    async read(id) {
      const { data, response } = await client.GET("/fees/{fee_id}", { params: { path: { fee_id: [id] } } });
      return versioned(data.fees[0], response);
    },
    async create(draft) {
      await client.POST("/fees", { body: { fees: [attributesOf(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      const params = { path: { fee_id: id } };
      await client.PUT("/fees/{fee_id}", { params, headers: ifMatch(etag), body: { fees: [attributesOf(draft)] } });
      await invalidate();
    },
  };
  return {
    writing,
    async archive({ id }: Fee): Promise<void> {
      await client.DELETE("/fees/{fee_id}", { params: { path: { fee_id: id } } });
      await invalidate();
    },
  };
}
