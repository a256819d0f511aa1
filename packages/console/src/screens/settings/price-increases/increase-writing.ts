import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type Application = Resource<"applications">;
export type PeriodIncrease = Resource<"applications_periods_rentals">;

/** An application's default increase in a form: a percentage as text, empty for none. */
export interface IncreaseDraft {
  readonly default_price_increase: string;
}

/** An increase for one rental and arrivals between two days. */
export interface PeriodDraft {
  readonly application_id: string;
  readonly rental_id: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly price_increase: string;
}

export const draftOfIncrease = (application: Application | undefined): IncreaseDraft => ({
  default_price_increase: application?.default_price_increase ?? "",
});

/** @param first the application and the rental of a new one */
export const draftOfPeriod = (
  one: PeriodIncrease | undefined,
  first: Pick<PeriodDraft, "application_id" | "rental_id">,
): PeriodDraft => ({
  application_id: one ? String(one.links.application) : first.application_id,
  rental_id: one ? String(one.links.rental) : first.rental_id,
  ...{ start_date: one?.start_date ?? "", end_date: one?.end_date ?? "", price_increase: one?.price_increase ?? "" },
});

/** The increases for single rentals and periods, by their first arrival. */
export function usePeriodIncreases() {
  const { client, account, may } = useSession();
  return useQuery({
    queryKey: [account.id, "applications_periods_rentals", "list"],
    enabled: may("applications_write"),
    queryFn: async ({ signal }) => {
      const all: PeriodIncrease[] = [];
      for await (const one of client.records("/applications_periods_rentals", { signal })) all.push(one);
      return all.sort((one, other) => one.start_date.localeCompare(other.start_date));
    },
  });
}

/** Changes an application's default increase. Applications are installed, not created. */
export function useIncreaseWriting(): RecordWriting<Application, IncreaseDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return {
    async read(id) {
      const params = { path: { application_id: [id] } };
      const { data, response } = await client.GET("/applications/{application_id}", { params });
      return versioned(data.applications[0], response);
    },
    create() {
      throw new TypeError("Applications are installed, not created.");
    },
    async change({ id, etag }, { default_price_increase: increase }) {
      await client.PUT("/applications/{application_id}", {
        ...{ params: { path: { application_id: id } }, headers: ifMatch(etag) },
        body: { applications: [{ default_price_increase: increase.trim() || null }] },
      });
      await queries.invalidateQueries({ queryKey: [account.id, "applications"] });
    },
  };
}

/** Creates, changes and removes increases for single rentals and periods. */
export function usePeriodWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "applications_periods_rentals"] });
  const attributesOf = ({ application_id, rental_id, ...others }: PeriodDraft) => ({
    ...others,
    ...{ application_id: Number(application_id), rental_id: Number(rental_id) },
  });
  const writing: RecordWriting<PeriodIncrease, PeriodDraft, number> = {
    async read(id) {
      const params = { path: { applications_periods_rental_id: [id] } };
      const { data, response } = await client.GET("/applications_periods_rentals/{applications_periods_rental_id}", {
        params,
      });
      return versioned(data.applications_periods_rentals[0], response);
    },
    async create(draft) {
      await client.POST("/applications_periods_rentals", {
        body: { applications_periods_rentals: [attributesOf(draft)] },
      });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/applications_periods_rentals/{applications_periods_rental_id}", {
        ...{ params: { path: { applications_periods_rental_id: id } }, headers: ifMatch(etag) },
        body: { applications_periods_rentals: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: PeriodIncrease): Promise<void> {
      const params = { path: { applications_periods_rental_id: id } };
      await client.DELETE("/applications_periods_rentals/{applications_periods_rental_id}", { params });
      await invalidate();
    },
  };
}
