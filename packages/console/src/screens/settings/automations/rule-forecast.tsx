import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { ActionDays } from "./action-days.tsx";
import classes from "./automations.module.css";
import { attributesOf, isAboutInquiries, type RuleDraft } from "./rule-draft.ts";

const typingMs = 500;

/** The forecast of a rule for current bookings, while the person writes it. */
export function RuleForecast({ draft }: { readonly draft: RuleDraft }) {
  const { t } = useI18n();
  const forecast = useForecast(draft);
  // Roost's own mail has no template, which only a built-in rule can send.
  if (!isComplete(draft) && draft.built_in !== null) return null;
  // Earlier inquiries cause nothing, so there is nothing to foresee.
  const hint = isAboutInquiries(draft) ? t("automations.fromNowOn") : undefined;
  return (
    <div className={classes.forecast}>
      <h3>{t("automations.forecast")}</h3>
      {isComplete(draft) && hint === undefined ? (
        <Forecast {...forecast} />
      ) : (
        <p className="hint">{hint ?? t("automations.chooseTemplate")}</p>
      )}
    </div>
  );
}

const isComplete = ({ effect, template }: RuleDraft): boolean => effect !== "message" || template !== "";

function Forecast({ data, error }: Pick<ReturnType<typeof useForecast>, "data" | "error">) {
  const { t } = useI18n();
  if (error) return <FormProblems error={error} excluded={[]} title={t("automations.noForecast")} />;
  if (!data) return null;
  const actions = data.actions.map(({ booking_id: booking, due_at, local_due_at: localDueAt, late }) => ({
    ...{ key: `${booking} ${due_at}`, booking, localDueAt },
    note: late ? t("automations.atOnce") : undefined,
  }));
  return (
    <>
      <p>{t("automations.forecastTotal", { count: data.total })}</p>
      <ActionDays actions={actions} days={data.days} />
    </>
  );
}

function useForecast(draft: RuleDraft) {
  const { client, account } = useSession();
  const [written] = useDebouncedValue(JSON.stringify(attributesOf(draft)), typingMs);
  return useQuery({
    queryKey: [account.id, "automation forecast", written],
    queryFn: async ({ signal }) => {
      const body = { automations: [attributesOf(draft)] };
      const { data } = await client.POST("/automations/forecast", { body, signal });
      const found = "automation_forecasts" in data ? data.automation_forecasts[0] : undefined;
      if (!found) throw new TypeError("The response contains no forecast.");
      return found;
    },
    enabled: isComplete(draft) && !isAboutInquiries(draft),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
}
