import { VisuallyHidden } from "@mantine/core";
import { usePendingProposals } from "../../components/proposals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useFeedAttention } from "./feed-attention.ts";
import classes from "./shell.module.css";
import { useUnreadCount } from "./unread.ts";

/** The number of unread conversations. */
export function UnreadBadge() {
  const { t } = useI18n();
  const count = useUnreadCount();
  return <CountBadge count={count} text={t("shell.unread", { count })} />;
}

/** The number of imported calendars that need a person. */
export function FeedBadge() {
  const { t } = useI18n();
  const count = useFeedAttention();
  return <CountBadge count={count} text={t("shell.calendars", { count })} />;
}

/** The number of agents' proposals that wait for a person. */
export function ProposalBadge() {
  const { t } = useI18n();
  const { data = [] } = usePendingProposals();
  return <CountBadge count={data.length} text={t("shell.proposals", { count: data.length })} />;
}

/** A number beside a link, with its meaning for screen readers. */
function CountBadge({ count, text }: { readonly count: number; readonly text: string }) {
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden className={classes.badge}>
        {count > 99 ? "99+" : count}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}
