import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { Notice } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import {
  type PolicyAttributes,
  type PolicyDraft,
  policyAttributes,
  policyDraftOf,
  presets,
  type Step,
} from "./policy-draft.ts";
import type { Policy } from "./policy-reads.ts";
import { TermDialog } from "./term-dialog.tsx";
import { useTermWriting } from "./term-writing.ts";

interface PolicyDialogProps {
  readonly title: string;
  /** The existing policy; undefined for a new one. */
  readonly own: Policy | undefined;
  readonly make: (attributes: PolicyAttributes) => Promise<unknown>;
  readonly close: () => void;
}

/** A form for a cancelation policy: a preset, or custom steps by days before arrival. */
export function PolicyDialog({ title, own, make, close }: PolicyDialogProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const write = useTermWriting("rental_cancelation_policies");
  const [draft, setDraft] = useState(() => policyDraftOf(own));
  const setStep = (step: Step) =>
    setDraft({ ...draft, steps: draft.steps.map((one) => (one.key === step.key ? step : one)) });
  const put = ({ id }: Policy, to: PolicyDraft) =>
    write(() =>
      client.PUT("/rental_cancelation_policies/{rental_cancelation_policy_id}", {
        params: { path: { rental_cancelation_policy_id: id } },
        body: { rental_cancelation_policies: [policyAttributes(to)] },
      }),
    ).then(() => undefined);
  const save = async (): Promise<Notice> => {
    if (own) {
      await put(own, draft);
      return { text: t("rentalTerms.policy.saved"), undo: () => put(own, policyDraftOf(own)) };
    }
    await write(() => make(policyAttributes(draft)));
    return { text: t("rentalTerms.policy.saved") };
  };
  return (
    <TermDialog title={title} excluded={["preset"]} {...{ save, close }}>
      {(error) => (
        <>
          <NativeSelect
            label={t("rentalTerms.policy.which")}
            value={draft.preset}
            error={fieldProblem(error, "preset")}
            onChange={({ currentTarget: { value } }) =>
              setDraft({ ...draft, preset: presets.find((one) => one === value) ?? "own" })
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
                <div className="step" key={step.key}>
                  <TextInput
                    required
                    type="number"
                    min={0}
                    max={3660}
                    label={t("rentalTerms.policy.days", { step: index + 1 })}
                    value={step.days}
                    onChange={({ currentTarget }) => setStep({ ...step, days: currentTarget.value })}
                  />
                  <TextInput
                    required
                    type="number"
                    min={0}
                    max={100}
                    step="any"
                    label={t("rentalTerms.policy.percentage", { step: index + 1 })}
                    value={step.percentage}
                    onChange={({ currentTarget }) => setStep({ ...step, percentage: currentTarget.value })}
                  />
                  <Button
                    variant="default"
                    aria-label={t("rentalTerms.policy.removeStep", { step: index + 1 })}
                    onClick={() => setDraft({ ...draft, steps: draft.steps.filter(({ key }) => key !== step.key) })}
                  >
                    ×
                  </Button>
                </div>
              ))}
              <Button
                variant="default"
                onClick={() => setDraft({ ...draft, steps: [...draft.steps, nextStep(draft.steps)] })}
              >
                {t("rentalTerms.policy.addStep")}
              </Button>
            </fieldset>
          )}
        </>
      )}
    </TermDialog>
  );
}

const nextStep = (steps: readonly Step[]): Step => ({
  key: Math.max(0, ...steps.map(({ key }) => key)) + 1,
  days: "",
  percentage: "",
});
