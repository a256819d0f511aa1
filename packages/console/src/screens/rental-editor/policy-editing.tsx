import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { PolicyDialog } from "./policy-dialog.tsx";
import { type PolicyAttributes, policyAttributes, policyDraftOf } from "./policy-draft.ts";
import type { Policy } from "./policy-reads.ts";
import { useTermWriting } from "./term-writing.ts";

interface PolicyEditingProps {
  /** The existing policy; undefined if there is none. */
  readonly own: Policy | undefined;
  readonly make: (attributes: PolicyAttributes) => Promise<unknown>;
  /** The owner's labels: rental and account use different ones. */
  readonly labels: {
    readonly give: string;
    readonly dialog: string;
    readonly remove: string;
    readonly removed: string;
  };
}

/** Creates, changes and removes a rental's or the account's policy. */
export function PolicyEditing({ own, make, labels }: PolicyEditingProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const { notify } = useNotices();
  const write = useTermWriting("rental_cancelation_policies");
  const [isOpen, setOpen] = useState(false);
  const removing = useMutation({
    mutationFn: async ({ id }: Policy) => {
      const path = { rental_cancelation_policy_id: id };
      await write(() =>
        client.DELETE("/rental_cancelation_policies/{rental_cancelation_policy_id}", { params: { path } }),
      );
    },
    onSuccess: (_, removed) =>
      notify({
        text: labels.removed,
        async undo() {
          const again = { ...policyAttributes(policyDraftOf(removed)), body: removed.body_translations };
          await write(() => make(again));
        },
      }),
  });
  return (
    <>
      <FormProblems error={removing.error} excluded={[]} />
      <Group mt="sm">
        <Button variant="default" onClick={() => setOpen(true)}>
          {own ? t("rentalTerms.policy.change") : labels.give}
        </Button>
        {own && (
          <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate(own)}>
            {labels.remove}
          </Button>
        )}
      </Group>
      {isOpen && <PolicyDialog title={labels.dialog} make={make} own={own} close={() => setOpen(false)} />}
    </>
  );
}
