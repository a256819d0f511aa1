import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import type { RuleAction } from "../booking/planned/actions.ts";
import type { Inquiry } from "./listed-inquiries.ts";

/** The newest inquiries whose actions are read. */
const maxRead = 200;

/** The actions of rules about the newest inquiries that are planned or did nothing, unless it was booked, by their time (docs/guides/automations.md). */
export function useInquiryActions(inquiries: readonly Inquiry[]) {
  const { client, account, may } = useSession();
  const open = inquiries.filter(({ links }) => links.booking === null).slice(0, maxRead);
  const ids = open.map(({ id }) => id);
  return useQuery({
    queryKey: [account.id, "scheduled_actions", "inquiries", ids.join()],
    queryFn: async ({ signal }): Promise<RuleAction[]> => {
      const query = {
        ...{ inquiry_id: ids, state: ["scheduled" as const, "paused" as const, "skipped" as const, "failed" as const] },
        ...{ include: ["automation"], per_page: 100 },
      };
      const found: RuleAction[] = [];
      for await (const action of client.records("/scheduled_actions", { params: { query }, signal }))
        found.push({ ...action, rule: action.automation });
      return found.sort((a, b) => (a.due_at < b.due_at ? -1 : 1));
    },
    enabled: ids.length > 0 && may("automations_write"),
    placeholderData: (before) => before,
  });
}
