import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Translate } from "../../../i18n/translate.ts";
import classes from "../booking.module.css";
import { type RuleAction, useActionWriting } from "./actions.ts";
import { PlannedAction } from "./planned-action.tsx";
import { TextDialog } from "./text-dialog.tsx";

/** An action's name: that of its rule, else the rule's effect in words. */
function nameOfAction({ rule }: RuleAction, t: Translate): string {
  if (!rule) return "…";
  return (
    rule.name ??
    (rule.built_in ? t(`plannedActions.builtIn.${rule.built_in}`) : t(`plannedActions.effects.${rule.effect}`))
  );
}

interface PlannedActionsProps {
  readonly actions: readonly RuleAction[];
  readonly formats: Formats;
}

/** Planned and past actions of rules, with buttons that change them. */
export function PlannedActions({ actions, formats }: PlannedActionsProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { drop } = useActionWriting();
  const [edited, setEdited] = useState<RuleAction>();
  const [dropped, setDropped] = useState<RuleAction>();
  return (
    <>
      <ul className={classes.entries}>
        {actions.map((action) => (
          <PlannedAction
            key={action.id}
            {...{ action, formats }}
            name={nameOfAction(action, t)}
            edit={() => setEdited(action)}
            drop={() => setDropped(action)}
          />
        ))}
      </ul>
      {edited && <TextDialog id={edited.id} close={() => setEdited(undefined)} />}
      {dropped && (
        <ConfirmDialog
          title={t("plannedActions.dropTitle", { name: nameOfAction(dropped, t) })}
          confirmLabel={t("plannedActions.dropNow")}
          act={() => drop(dropped)}
          done={() => notify({ text: t("plannedActions.dropped", { name: nameOfAction(dropped, t) }) })}
          close={() => setDropped(undefined)}
        >
          <p>{t("plannedActions.dropping")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
