import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { TermSection } from "../term-section.tsx";
import { useTermWriting } from "../term-writing.ts";
import terms from "../terms.module.css";
import { LinkDialog } from "./link-dialog.tsx";
import { type LinkGroup, useLinks } from "./link-reads.ts";

/** Rentals that block each other's nights, such as a villa and its apartment. */
export function Links({ rental }: { readonly rental: number }) {
  const { t } = useI18n();
  const { client } = useSession();
  const { notify } = useNotices();
  const links = useLinks(rental);
  const write = useTermWriting("rental_link_groups", "rental_links", "bookings", "availabilities");
  const [isLinking, setLinking] = useState(false);
  const [ended, setEnded] = useState<LinkGroup>();
  const namesOf = ({ others }: LinkGroup): string => others.map(({ name }) => name).join(", ");
  return (
    <TermSection id="links" title={t("rentalLinks.title")} hint={t("rentalLinks.hint")} reads={[links]}>
      {links.data?.groups.length === 0 && <p className="empty">{t("rentalLinks.none")}</p>}
      <ul className={terms.terms}>
        {links.data?.groups.map((group) => (
          <li key={group.id}>
            <div>
              <strong>{namesOf(group)}</strong>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t("rentalLinks.unlinkOf", { names: namesOf(group) })}
              onClick={() => setEnded(group)}
            >
              {t("rentalLinks.unlink")}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="default" disabled={links.data?.rentals.length === 0} onClick={() => setLinking(true)}>
        {t("rentalLinks.link")}
      </Button>
      {isLinking && links.data && (
        <LinkDialog rental={rental} rentals={links.data.rentals} close={() => setLinking(false)} />
      )}
      {ended && (
        <ConfirmDialog
          title={t("rentalLinks.unlink")}
          confirmLabel={t("rentalLinks.unlinkNow")}
          act={() =>
            write(() =>
              client.DELETE("/rental_link_groups/{rental_link_group_id}", {
                params: { path: { rental_link_group_id: ended.id } },
              }),
            )
          }
          done={() => notify({ text: t("rentalLinks.unlinked") })}
          close={() => setEnded(undefined)}
        >
          <p>{t("rentalLinks.unlinking", { names: namesOf(ended) })}</p>
        </ConfirmDialog>
      )}
    </TermSection>
  );
}
