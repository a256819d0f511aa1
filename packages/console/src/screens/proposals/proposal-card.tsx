import { Button, Group } from "@mantine/core";
import { bookingReference } from "../../../../../src/core/reference.ts";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import type { Proposal } from "../../components/proposals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useDecision } from "./decision.ts";
import classes from "./proposals.module.css";
import { ProposedChanges } from "./proposed-changes.tsx";

interface ProposalCardProps {
  readonly proposal: Proposal;
  readonly formats: Formats;
  readonly rental: string | undefined;
  readonly mayDecide: boolean;
}

/** A waiting proposal with everything that would happen, and the decision. */
export function ProposalCard({ proposal, formats, rental, mayDecide }: ProposalCardProps) {
  const { t } = useI18n();
  const { action, changes, price, notices, guest, expires_at, agent_prefix, proposed_by } = proposal;
  const { booking } = proposal.links;
  const title = [t(`proposals.actions.${action}`), rental].filter(Boolean).join(" · ");
  const decision = useDecision(proposal, title);
  const message = messageIn(proposal);
  return (
    <li className={classes.card}>
      <h2>{title}</h2>
      <p className={classes.soft}>
        {t("proposals.by", { agent: `${agent_prefix}…`, person: proposed_by ?? "" })}
        {" · "}
        {t("proposals.until", { moment: formats.moment(expires_at) })}
      </p>
      {(booking != null || guest) && (
        <p>
          {booking != null && <BookingLink id={booking}>{bookingReference(booking)}</BookingLink>} {guest}
        </p>
      )}
      {message && <blockquote className={classes.message}>{message}</blockquote>}
      {price?.after != null && (
        <p className={classes.price}>
          <strong>{t("proposals.price")}</strong> <PriceChange price={price} formats={formats} />
        </p>
      )}
      <ProposedChanges changes={changes ?? []} currency={price?.currency} formats={formats} />
      <p>
        <strong>{t("proposals.notices")}</strong>{" "}
        {notices?.length
          ? notices.map(({ kind, to }) => t(`proposals.kinds.${kind}`, { to })).join(", ")
          : t("proposals.nobody")}
      </p>
      <FormProblems error={decision.error} excluded={[]} />
      {mayDecide && (
        <Group mt="sm">
          <Button
            loading={decision.isPending}
            aria-label={`${t("proposals.approve")}: ${title}`}
            onClick={() => decision.submit("approve")}
          >
            {t("proposals.approve")}
          </Button>
          <Button
            variant="default"
            disabled={decision.isPending}
            aria-label={`${t("proposals.reject")}: ${title}`}
            onClick={() => decision.submit("reject")}
          >
            {t("proposals.reject")}
          </Button>
        </Group>
      )}
    </li>
  );
}

interface PriceChangeProps {
  readonly price: NonNullable<Proposal["price"]>;
  readonly formats: Formats;
}

function PriceChange({ price: { currency, before, after }, formats }: PriceChangeProps) {
  const money = (amount: string | null) => (amount === null ? "–" : formats.money(amount, currency));
  return before === null || before === after ? money(after) : `${money(before)} → ${money(after)}`;
}

/** The text that a guest would read. */
function messageIn({ changes }: Proposal): string | undefined {
  const texts = (changes ?? []).map(({ changes: { content, cancelation_message_to_guest: ofCancelation } }) => {
    const [, text] = content ?? ofCancelation ?? [];
    return typeof text === "string" ? text : undefined;
  });
  return texts.find((text) => text !== undefined);
}
