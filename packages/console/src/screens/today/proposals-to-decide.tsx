import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Bot } from "lucide-react";
import type { Formats } from "../../components/formats.ts";
import { usePendingProposals } from "../../components/proposals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Line } from "./line.tsx";
import { Section } from "./section.tsx";

interface ProposalsToDecideProps {
  readonly formats: Formats;
  readonly rentalOf: (id: number) => string | undefined;
}

/** Agents' proposals that wait for a person. Without any, the list is absent: most houses have no agent. */
export function ProposalsToDecide({ formats, rentalOf }: ProposalsToDecideProps) {
  const { t } = useI18n();
  const read = usePendingProposals();
  if (!read.error && !read.data?.length) return null;
  return (
    <Section title={t("screens.proposals")} icon={Bot} to={{ to: "/proposals" }} entries={read.data} reads={[read]}>
      {({ id, action, links, expires_at }) => {
        const title = t(`proposals.actions.${action}`);
        return (
          <Line
            key={id}
            title={<Link to="/proposals">{title}</Link>}
            about={links.rental != null && rentalOf(links.rental)}
            detail={t("today.until", { moment: formats.moment(expires_at) })}
          >
            <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/proposals" />}>
              {t("proposals.review")}
            </Button>
          </Line>
        );
      }}
    </Section>
  );
}
