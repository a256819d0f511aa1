import { Button, Group } from "@mantine/core";
import { CalendarClock, CalendarDays, MoonStar } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { draftOf, type RuleDraft } from "./rule-draft.ts";

const presets = [
  { name: "lastMinute", icon: CalendarClock, draft: { kind: "late_booking", length: 7, percentage: -10 } },
  { name: "weekend", icon: CalendarDays, draft: { kind: "weekend_night", days: [5, 6], percentage: 15 } },
  { name: "longStay", icon: MoonStar, draft: { kind: "stay_at_least", length: 7, percentage: -10 } },
] as const;

/** The three commonest rules. Each opens the rule's form with usual values. */
export function Presets({ start }: { readonly start: (draft: RuleDraft) => void }) {
  const { t } = useI18n();
  return (
    <Group gap="sm" mb="md" role="group" aria-label={t("rules.presetsTitle")}>
      {presets.map(({ name, icon: Icon, draft }) => (
        <Button
          key={name}
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => start({ ...draftOf(undefined), ...draft })}
        >
          {t(`rules.presets.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
