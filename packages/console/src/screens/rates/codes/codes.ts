import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch, type Seen } from "../../../components/conflict/version.ts";
import { isCurrency } from "../../../components/lists/currencies.ts";
import { versioned } from "../../../components/records/record-writing.ts";

export type DiscountCode = Resource<"discount_codes">;

/** A code in the form. Amounts as text. */
export interface CodeDraft {
  readonly code: string;
  readonly kind: "percentage" | "fixed_amount";
  readonly value: string;
  readonly currency: string;
  readonly condition: "none" | "minimum_nights_booked" | "minimum_spend";
  readonly minimum: string;
  /** Empty for no limit. */
  readonly times: string;
  readonly from: string;
  readonly to: string;
  /** The ids of the chosen rentals; null for all. A code whose rentals were all deleted has none. */
  readonly rentals: readonly string[] | null;
}

export function draftOfCode(code: DiscountCode | undefined, currency: string): CodeDraft {
  const minimum = code?.minimum_nights_booked ?? code?.minimum_spend ?? null;
  return {
    code: code?.discount_code ?? "",
    kind: code?.fixed_amount ? "fixed_amount" : "percentage",
    value: String(code?.percentage ?? code?.fixed_amount ?? 10),
    currency: code?.currency ?? currency,
    condition: code?.minimum_nights_booked ? "minimum_nights_booked" : code?.minimum_spend ? "minimum_spend" : "none",
    minimum: minimum === null ? "" : String(minimum),
    times: String(code?.number_of_times ?? ""),
    from: code?.start_date ?? "",
    to: code?.end_date ?? "",
    rentals: code && !code.all_rentals ? (code.links.rentals ?? []).map(String) : null,
  };
}

/** The attributes to send. The choosers clear what a code no longer has. */
export function codeAttributes(draft: CodeDraft): Resource<"discount_codes_create"> {
  const { code, kind, value, currency, condition, minimum, times, from, to, rentals } = draft;
  const isInMoney = kind === "fixed_amount" || condition === "minimum_spend";
  return {
    discount_code: code.trim(),
    discount_value_type: kind,
    ...(kind === "percentage" ? { percentage: Number(value) } : { fixed_amount: value }),
    minimum_requirements: condition,
    ...(condition === "minimum_nights_booked" && { minimum_nights_booked: Number(minimum) }),
    ...(condition === "minimum_spend" && { minimum_spend: minimum }),
    ...(isInMoney && isCurrency(currency) && { currency }),
    usage_limit: times === "" ? "none" : "number_of_times",
    ...(times !== "" && { number_of_times: Number(times) }),
    start_date: from || null,
    end_date: to || null,
    ...(rentals === null
      ? { rentals_eligibility: "all_rentals" }
      : { rentals_eligibility: "specific_rentals", rental_ids: rentals.map(Number) }),
  };
}

/** The account's codes, newest first. Ended ones leave the list. */
export function useCodes() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "discount_codes"],
    queryFn: async ({ signal }) => {
      const codes: DiscountCode[] = [];
      for await (const code of client.records("/booking/discount_codes", { signal })) codes.push(code);
      return codes.sort((one, other) => other.created_at.localeCompare(one.created_at));
    },
  });
}

/** Creates, changes and ends codes. A change finds the version that the person saw. */
export function useCodeWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "discount_codes"] });
  const pathOf = (id: string) => ({ path: { discount_code_id: id } });
  return {
    async read(id: string) {
      const params = { path: { discount_code_id: [id] } };
      const { data, response } = await client.GET("/booking/discount_codes/{discount_code_id}", { params });
      return versioned(data.discount_codes[0], response);
    },
    async create(draft: CodeDraft): Promise<void> {
      await client.POST("/booking/discount_codes", { body: { discount_codes: [codeAttributes(draft)] } });
      await invalidate();
    },
    async change(seen: Seen<DiscountCode>, draft: CodeDraft): Promise<void> {
      const body = { discount_codes: [codeAttributes(draft)] };
      const params = pathOf(seen.id);
      await client.PUT("/booking/discount_codes/{discount_code_id}", { params, headers: ifMatch(seen.etag), body });
      await invalidate();
    },
    async end({ id }: DiscountCode): Promise<void> {
      await client.DELETE("/booking/discount_codes/{discount_code_id}", { params: pathOf(id) });
      await invalidate();
    },
  };
}
