import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { Translate } from "../../i18n/translate.ts";

export type Rule = Resource<"rates_rules">;
export type Season = Resource<"seasons">;
export type Period = Resource<"periods">;

/** All rules of a rates table. */
export function useRules(table: number | null) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rates_rules", table],
    queryFn: async ({ signal }) => {
      const rules: Rule[] = [];
      for await (const rule of client.records("/rates_rules", { signal }))
        if (rule.links.rates_table === table) rules.push(rule);
      return rules;
    },
    enabled: table !== null,
  });
}

/** All seasons of a rates table. */
export function useSeasons(table: number | null) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "seasons", table],
    queryFn: async ({ signal }) => {
      const seasons: Season[] = [];
      for await (const season of client.records("/seasons", { signal }))
        if (season.links.rates_table === table) seasons.push(season);
      return seasons;
    },
    enabled: table !== null,
  });
}

/** All active periods of a rates table, earliest first. */
export function usePeriods(table: number | null) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "periods", table],
    queryFn: async ({ signal }) => {
      const periods: Period[] = [];
      for await (const period of client.records("/periods", { signal }))
        if (period.links.rates_table === table && period.archived_at === null) periods.push(period);
      return periods.sort((one, other) => one.start_date.localeCompare(other.start_date));
    },
    enabled: table !== null,
  });
}

/** A Sunday, the base for weekday names. */
export const sunday = 3;

/** The attributes that a rule's sentence uses. An unsaved rule has no others. */
export type SentenceRule = Pick<
  Rule,
  "kind" | "variables" | "percentage" | "fixed_amount" | "always_applied" | "start_date" | "end_date"
> & { readonly links: { readonly seasons: readonly number[] } };

/** Describes a rule and when it applies. */
export function ruleSentence(
  rule: SentenceRule,
  { t, formats, currency }: { readonly t: Translate; readonly formats: Formats; readonly currency: string },
  seasonName: (id: number) => string,
): string {
  const { days = [], length = 0, unit = "days", ...guests } = rule.variables ?? {};
  // A rule in a form may have an unfinished number, such as a minus.
  const percent = Number(rule.percentage ?? 0) || 0;

  const effect = t(`rules.kinds.${rule.kind}`, {
    days: days.map((day) => formats.weekday(sunday + day)).join(", "),
    length: t(`rules.units.${unit}`, { count: length }),
    change: t(percent < 0 ? "rules.less" : "rules.more", { percent: formats.percent(Math.abs(percent)) }),
    share: formats.percent(100 + percent),
    amount: rule.fixed_amount === null ? "" : formats.money(Number(rule.fixed_amount) || 0, currency),
    guests: guests.occupation_greater_than ?? guests.occupation_less_than ?? 0,
  });
  if (rule.start_date !== null && rule.end_date !== null)
    return `${effect} ${t("rules.between", { first: formats.date(dayOf(rule.start_date)), last: formats.date(dayOf(rule.end_date)) })}`;
  if (rule.always_applied) return `${effect} ${t("rules.always")}`;
  return `${effect} ${t("rules.inSeasons", { seasons: rule.links.seasons.map(seasonName).join(", ") })}`;
}
