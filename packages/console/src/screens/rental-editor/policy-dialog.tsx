import { useSession } from "../../app/session.tsx";
import { ifMatch, type Seen, versionOf } from "../../components/conflict/version.ts";
import { ConditionalDialog } from "../../components/records/conditional-dialog.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type PolicyAttributes, type PolicyDraft, policyAttributes, policyDraftOf } from "./policy-draft.ts";
import { PolicyFields } from "./policy-fields.tsx";
import type { Policy } from "./policy-reads.ts";
import { useTermWriting } from "./term-writing.ts";

interface PolicyDialogProps {
  readonly title: string;
  /** The existing policy; undefined for a new one. */
  readonly own: Policy | undefined;
  readonly make: (attributes: PolicyAttributes) => Promise<unknown>;
  readonly close: () => void;
}

/** A form for a cancelation policy. */
export function PolicyDialog({ title, own, make, close }: PolicyDialogProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const { client } = useSession();
  const write = useTermWriting("rental_cancelation_policies");
  const read = async (id: number): Promise<Seen<Policy>> => {
    const params = {
      path: { rental_cancelation_policy_id: [id] },
      query: { include: ["rental_cancelation_policy_items"] },
    };
    const { data, response } = await client.GET("/rental_cancelation_policies/{rental_cancelation_policy_id}", {
      params,
    });
    const [policy] = data.rental_cancelation_policies;
    if (!policy) throw new TypeError("The policy is gone.");
    return { ...policy, etag: versionOf(response) };
  };
  const put = ({ id, etag }: Seen<Policy>, draft: PolicyDraft) =>
    client.PUT("/rental_cancelation_policies/{rental_cancelation_policy_id}", {
      params: { path: { rental_cancelation_policy_id: id } },
      headers: ifMatch(etag),
      body: { rental_cancelation_policies: [policyAttributes(draft)] },
    });
  const stepsOf = ({ steps }: PolicyDraft) =>
    steps.map(({ days, percentage }) => `${days}: ${formats.percent(percentage)}`).join(", ");
  return (
    <ConditionalDialog<Seen<Policy> | null, PolicyDraft>
      title={title}
      record={`rental_cancelation_policies ${own?.id}`}
      excluded={["preset"]}
      read={async () => (own ? read(own.id) : null)}
      begun={own ? undefined : { shown: null }}
      draftOf={(policy) => policyDraftOf(policy ?? undefined)}
      write={(seen, draft) => write<unknown>(() => (seen ? put(seen, draft) : make(policyAttributes(draft))))}
      saved={t("rentalTerms.policy.saved")}
      nameOf={(field) => (field === "preset" ? t("rentalTerms.policy.which") : t("rentalTerms.policy.steps"))}
      textOf={(draft, field) => (field === "preset" ? t(`rentalTerms.policy.presets.${draft.preset}`) : stepsOf(draft))}
      close={close}
    >
      {(fields) => <PolicyFields {...fields} />}
    </ConditionalDialog>
  );
}
