import type { RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { ActionDays } from "./action-days.tsx";
import classes from "./automations.module.css";
import type { Rule } from "./rule-draft.ts";

/** The days that the list covers. */
const daysAhead = 14;

interface ComingActionsProps {
  readonly rules: readonly Rule[];
  readonly titleOf: (rule: Rule) => string;
}

/** The actions of all rules in the next two weeks, by day. */
export function ComingActions({ rules, titleOf }: ComingActionsProps) {
  const { t } = useI18n();
  const coming = useComingActions();
  const actions = coming.data ?? [];
  const days = new Map<string, number>();
  for (const { local_due_at: due } of actions) days.set(due.slice(0, 10), (days.get(due.slice(0, 10)) ?? 0) + 1);
  const ruleOf = (id: number) => rules.find((rule) => rule.id === id);
  return (
    <div className={classes.forecast}>
      <h3>{t("automations.coming", { days: daysAhead })}</h3>
      {!coming.data && <Pending reads={[coming]} />}
      {coming.data?.length === 0 && <p className="hint">{t("automations.noneComing")}</p>}
      <ActionDays
        actions={actions.map(({ id, links, inquiry, local_due_at, state }) => {
          const rule = ruleOf(links.automation);
          return {
            key: String(id),
            booking: links.booking ?? null,
            inquirer: inquiry ? `${inquiry.firstname} ${inquiry.lastname}` : undefined,
            localDueAt: local_due_at,
            title: rule && titleOf(rule),
            note: state === "paused" ? t("automations.states.paused") : undefined,
          };
        })}
        days={[...days].map(([date, count]) => ({ date, count })).sort((a, b) => (a.date < b.date ? -1 : 1))}
      />
    </div>
  );
}

function useComingActions() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "scheduled_actions", "coming"],
    queryFn: async ({ signal }) => {
      const [from, until] = [new Date(), new Date(Date.now() + daysAhead * 86_400_000)];
      const query = {
        ...{ state: ["scheduled" as const, "paused" as const], per_page: 100, include: ["inquiry"] },
        ...{ from: from.toISOString(), until: until.toISOString() },
      };
      const found: RecordOf<"/scheduled_actions">[] = [];
      for await (const action of client.records("/scheduled_actions", { params: { query }, signal }))
        found.push(action);
      return found.sort((a, b) => (a.due_at < b.due_at ? -1 : 1));
    },
  });
}
