import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import { useNotices } from "../../components/notices.tsx";
import type { Proposal } from "../../components/proposals.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";

/** Approves or rejects a proposal. It never changes, so the approval is of what the person saw. @param title names it in the notice */
export function useDecision({ id }: Proposal, title: string) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  return useSubmit({
    mutationFn: async (decision: "approve" | "reject") => {
      const request = { params: { path: { proposal_id: id } }, headers: ifMatch(anyVersion) };
      if (decision === "approve") await client.POST("/proposals/{proposal_id}/approve", request);
      else await client.POST("/proposals/{proposal_id}/reject", request);
    },
    onSuccess: async (_, decision) => {
      notify({ text: t(decision === "approve" ? "proposals.approved" : "proposals.rejected", { title }) });
      // An approval may change any record.
      await queries.invalidateQueries({ queryKey: [account.id] });
    },
  });
}
