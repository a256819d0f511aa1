import { useI18n } from "../../../i18n/i18n.ts";
import { steps } from "../parts.ts";
import styles from "../rental-editor.module.css";

interface StepListProps {
  /** From 1 to 6. */
  readonly step: number;
  /** Undefined before the rental exists. */
  readonly goTo?: (step: number) => void;
}

/** The wizard's steps with their numbers. */
export function StepList({ step, goTo }: StepListProps) {
  const { t } = useI18n();
  return (
    <ol className={styles.steps} aria-label={t("rentalWizard.progress")}>
      {steps.map(({ name }, index) => (
        <li key={name}>
          <button
            type="button"
            aria-current={index + 1 === step ? "step" : undefined}
            disabled={!goTo && index + 1 !== step}
            onClick={() => goTo?.(index + 1)}
          >
            <b>{index + 1}</b> {t(`rentalWizard.steps.${name}`)}
          </button>
        </li>
      ))}
    </ol>
  );
}
