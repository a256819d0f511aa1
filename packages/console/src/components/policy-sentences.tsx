import { useI18n } from "../i18n/i18n.ts";
import classes from "./policy-sentences.module.css";
import { useFormats } from "./use-formats.ts";

interface PolicySentencesProps {
  readonly items: readonly { readonly eligible_days: number; readonly penalty_percentage: string }[];
}

/** The items of a cancelation policy, earliest first (bookings.md, Cancelation policies). */
export function PolicySentences({ items }: PolicySentencesProps) {
  const { t } = useI18n();
  const formats = useFormats();
  if (items.length === 0) return null;
  return (
    <ul className={classes.policy}>
      {items
        .toSorted((one, other) => other.eligible_days - one.eligible_days)
        .map(({ eligible_days, penalty_percentage }) => (
          <li key={eligible_days}>
            {t("booking.policyItem", { days: eligible_days, percentage: formats.percent(penalty_percentage) })}
          </li>
        ))}
    </ul>
  );
}
