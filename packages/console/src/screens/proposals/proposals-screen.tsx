import { Bot } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { type Proposal, usePendingProposals, useRecentProposals } from "../../components/proposals.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import { ProposalCard } from "./proposal-card.tsx";
import classes from "./proposals.module.css";

/** The queue of agents' proposals: a person approves or rejects each (docs/guides/agents.md). */
export function ProposalsScreen() {
  const { t } = useI18n();
  const { may } = useSession();
  const formats = useFormats();
  const pending = usePendingProposals();
  const recent = useRecentProposals();
  const rentals = useRentals();
  if (!pending.data) return <PendingScreen title={t("screens.proposals")} reads={[pending]} />;
  const nameOf = ({ links }: Proposal) => rentals.data?.find(({ id }) => id === links.rental)?.name;
  return (
    <div className={classes.screen}>
      <PageHeader title={t("screens.proposals")} />
      <p className="hint">{t("proposals.about")}</p>
      {pending.data.length === 0 && <EmptyState icon={Bot} text={t("proposals.none")} />}
      <ul className={classes.cards}>
        {pending.data.map((proposal) => (
          <ProposalCard
            key={proposal.id}
            {...{ proposal, formats, rental: nameOf(proposal), mayDecide: may("bookings_write") }}
          />
        ))}
      </ul>
      {recent.data && recent.data.length > 0 && (
        <section>
          <h2>{t("proposals.recent")}</h2>
          <ul className={classes.recent}>
            {recent.data.map((proposal) => (
              <li key={proposal.id}>
                {[t(`proposals.actions.${proposal.action}`), nameOf(proposal)].filter(Boolean).join(" · ")}
                <span className={classes.soft}>
                  {t(`proposals.states.${proposal.state}`, { person: proposal.decided_by ?? "" })}
                  {" · "}
                  {formats.moment(proposal.decided_at ?? proposal.expires_at)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
