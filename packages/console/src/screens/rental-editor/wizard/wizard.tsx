import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useI18n } from "../../../i18n/i18n.ts";
import type { EditedRental } from "../edited-rental.ts";
import { steps } from "../parts.ts";
import styles from "../rental-editor.module.css";
import { RentalPartView } from "../rental-part.tsx";
import { StepList } from "./step-list.tsx";
import { Unsaved, useUnsavedParts } from "./unsaved.ts";

interface WizardProps {
  readonly rental: EditedRental;
  readonly locales: readonly string[];
  /** From 1 to 6. */
  readonly step: number;
}

/** The six steps from a new rental to a bookable one. Each step saves before it leads on. */
export function Wizard({ rental, locales, step }: WizardProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { unsaved, goOn, isSaving } = useUnsavedParts();
  const params = { rental: String(rental.id) };
  const goTo = (other: number) =>
    goOn(() => {
      const search = steps[other - 1] ? { step: other } : {};
      // The parts are saved. The guard would still ask, because it has not rendered since.
      void navigate({ to: "/rentals/$rental", params, search, ignoreBlocker: true });
    });
  const isLast = step === steps.length;
  return (
    <Unsaved value={unsaved}>
      <StepList step={step} goTo={goTo} />
      {steps[step - 1]?.parts.map((part) => (
        <RentalPartView key={part} part={part} rental={rental} locales={locales} />
      ))}
      <div className={styles.actions}>
        <Button variant="default" disabled={step === 1} onClick={() => goTo(step - 1)}>
          {t("rentalWizard.back")}
        </Button>
        <Button loading={isSaving} onClick={() => goTo(step + 1)}>
          {isLast ? t("rentalWizard.finish") : t("rentalWizard.next")}
        </Button>
      </div>
    </Unsaved>
  );
}
