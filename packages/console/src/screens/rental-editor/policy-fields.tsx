import { Button, NativeSelect, TextInput } from "@mantine/core";
import { X } from "lucide-react";
import { DecimalInput } from "../../components/decimal-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { RecordFields } from "../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type PolicyDraft, presets, type Step } from "./policy-draft.ts";
import terms from "./terms.module.css";

/** A preset, or custom steps by days before arrival. */
export function PolicyFields({ draft, setDraft, error }: RecordFields<PolicyDraft>) {
  const { t } = useI18n();
  const setStep = (step: Step) =>
    setDraft((now) => ({ ...now, steps: now.steps.map((one) => (one.key === step.key ? step : one)) }));
  return (
    <>
      <NativeSelect
        label={t("rentalTerms.policy.which")}
        value={draft.preset}
        error={fieldProblem(error, "preset")}
        onChange={({ currentTarget: { value } }) =>
          setDraft((now) => ({ ...now, preset: presets.find((one) => one === value) ?? "own" }))
        }
        data={[...presets, "own" as const].map((value) => ({
          value,
          label: t(`rentalTerms.policy.presets.${value}`),
        }))}
      />
      {draft.preset === "own" && (
        <fieldset>
          <legend>{t("rentalTerms.policy.steps")}</legend>
          <p className="hint">{t("rentalTerms.policy.stepsHint")}</p>
          {draft.steps.map((step, index) => (
            <div className={terms.step} key={step.key}>
              <TextInput
                required
                type="number"
                min={0}
                max={3660}
                label={t("rentalTerms.policy.days", { step: index + 1 })}
                value={step.days}
                onChange={({ currentTarget }) => setStep({ ...step, days: currentTarget.value })}
              />
              <DecimalInput
                required
                min={0}
                max={100}
                label={t("rentalTerms.policy.percentage", { step: index + 1 })}
                value={step.percentage}
                onChange={(percentage) => setStep({ ...step, percentage: String(percentage) })}
              />
              <Button
                variant="default"
                aria-label={t("rentalTerms.policy.removeStep", { step: index + 1 })}
                onClick={() => setDraft((now) => ({ ...now, steps: now.steps.filter(({ key }) => key !== step.key) }))}
              >
                <X size={16} aria-hidden />
              </Button>
            </div>
          ))}
          <Button
            variant="default"
            onClick={() => setDraft((now) => ({ ...now, steps: [...now.steps, nextStep(now.steps)] }))}
          >
            {t("rentalTerms.policy.addStep")}
          </Button>
        </fieldset>
      )}
    </>
  );
}

const nextStep = (steps: readonly Step[]): Step => ({
  key: Math.max(0, ...steps.map(({ key }) => key)) + 1,
  days: "",
  percentage: "",
});
