import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { Card } from "../card.tsx";
import type { RuleAction } from "./actions.ts";
import { PlannedActions } from "./planned-actions.tsx";

interface PlannedListProps {
  readonly actions: readonly RuleAction[];
  readonly formats: Formats;
}

/** The planned and past actions of rules for a booking. */
export function PlannedList(props: PlannedListProps) {
  const { t } = useI18n();
  return (
    <Card title={t("plannedActions.title")}>
      <PlannedActions {...props} />
    </Card>
  );
}
