import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { RecordDialog } from "../../components/conflict/record-dialog.tsx";
import { ifMatch, versionOf } from "../../components/conflict/version.ts";
import type { Notice } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type PolicyAttributes, type PolicyDraft, policyAttributes, policyDraftOf } from "./policy-draft.ts";
import { PolicyFields } from "./policy-fields.tsx";
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

/** A form for a cancelation policy. */
export function PolicyDialog({ own, ...props }: PolicyDialogProps) {
  return own ? <EditPolicy own={own} {...props} /> : <NewPolicy {...props} />;
}

function NewPolicy({ title, make, close }: Omit<PolicyDialogProps, "own">) {
  const { t } = useI18n();
  const write = useTermWriting("rental_cancelation_policies");
  const [draft, setDraft] = useState(() => policyDraftOf(undefined));
  const save = async (): Promise<Notice> => {
    await write(() => make(policyAttributes(draft)));
    return { text: t("rentalTerms.policy.saved") };
  };
  return (
    <TermDialog title={title} excluded={["preset"]} {...{ save, close }}>
      {(error) => <PolicyFields {...{ draft, setDraft, error }} />}
    </TermDialog>
  );
}

function EditPolicy({ title, own, close }: Omit<PolicyDialogProps, "own" | "make"> & { readonly own: Policy }) {
  const { t } = useI18n();
  const { client } = useSession();
  const write = useTermWriting("rental_cancelation_policies");
  const read = async () => {
    const path = { rental_cancelation_policy_id: [own.id] };
    const query = { include: ["rental_cancelation_policy_items"] };
    const { data, response } = await client.GET("/rental_cancelation_policies/{rental_cancelation_policy_id}", {
      params: { path, query },
    });
    const [policy = own] = data.rental_cancelation_policies;
    return { policy, etag: versionOf(response) };
  };
  const put = (draft: PolicyDraft, etag: string) =>
    write(() =>
      client.PUT("/rental_cancelation_policies/{rental_cancelation_policy_id}", {
        params: { path: { rental_cancelation_policy_id: own.id } },
        headers: ifMatch(etag),
        body: { rental_cancelation_policies: [policyAttributes(draft)] },
      }),
    );
  const stepsOf = ({ steps }: PolicyDraft) =>
    steps.map(({ days, percentage }) => `${days}: ${t("rentalTerms.percent", { percentage })}`).join(", ");
  return (
    <RecordDialog
      title={title}
      record={`rental_cancelation_policies ${own.id}`}
      excluded={["preset"]}
      read={read}
      draftOf={({ policy }) => policyDraftOf(policy)}
      write={({ etag }, draft) => put(draft, etag)}
      saved={t("rentalTerms.policy.saved")}
      nameOf={(field) => (field === "preset" ? t("rentalTerms.policy.which") : t("rentalTerms.policy.steps"))}
      textOf={(draft, field) => (field === "preset" ? t(`rentalTerms.policy.presets.${draft.preset}`) : stepsOf(draft))}
      close={close}
    >
      {(fields) => <PolicyFields {...fields} />}
    </RecordDialog>
  );
}
