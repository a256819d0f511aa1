import { Modal } from "@mantine/core";
import { useState } from "react";
import type { Formats } from "../../../components/formats.ts";
import { Pending } from "../../../components/pending.tsx";
import type { CleanedRental } from "../../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type CleaningLink, useCleaningLinks } from "./cleaning-links.ts";
import { EditLink } from "./link-dialog.tsx";
import { LinkRow } from "./link-row.tsx";
import styles from "./links.module.css";
import { NewAddress } from "./new-address.tsx";

interface LinksProps {
  readonly rentals: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
}

/** The cleaners with a link: their rentals, the link's end and last use, and what can be done with it. */
export function LinksSection({ rentals, formats }: LinksProps) {
  const { t } = useI18n();
  const { links } = useCleaningLinks();
  const [editing, setEditing] = useState<CleaningLink>();
  const [renewed, setRenewed] = useState<{ readonly name: string; readonly address: string }>();
  return (
    <section className={styles.links} aria-labelledby="cleaning-links">
      <h2 id="cleaning-links">{t("cleaning.links.title")}</h2>
      <p className="hint">{t("cleaning.links.what")}</p>
      {!links.data && <Pending reads={[links]} />}
      {links.data?.length === 0 && <p className="hint">{t("cleaning.links.none")}</p>}
      <ul>
        {links.data?.map((link) => (
          <LinkRow
            key={link.id}
            {...{ link, rentals, formats }}
            edit={() => setEditing(link)}
            renewed={(address) => setRenewed({ name: link.name, address })}
          />
        ))}
      </ul>
      {editing && <EditLink link={editing} rentals={rentals} close={() => setEditing(undefined)} />}
      {renewed && (
        <Modal
          opened
          onClose={() => setRenewed(undefined)}
          title={t("cleaning.links.renewedOf", { name: renewed.name })}
          closeButtonProps={{ "aria-label": t("notices.close") }}
        >
          <NewAddress {...renewed} close={() => setRenewed(undefined)} />
        </Modal>
      )}
    </section>
  );
}
