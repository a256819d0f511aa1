import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { dayOf } from "../../components/days.ts";
import { Failure } from "../../components/failure.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import type { CleanedRental } from "../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type CleaningLink, lastDayOf, useCleaningLinks } from "./cleaning-links.ts";
import { LinkDialog } from "./link-dialog.tsx";

interface LinksProps {
  readonly rentals: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
}

/** The links for cleaners without an account: their last use, and buttons to create and revoke them. */
export function LinksSection({ rentals, formats }: LinksProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { links, revoke } = useCleaningLinks();
  const [open, setOpen] = useState<{ readonly link: CleaningLink | undefined }>();
  const [confirmingId, setConfirmingId] = useState<number>();
  const revoking = useMutation({
    mutationFn: revoke,
    onSuccess: (_, { name }) => notify({ text: t("cleaning.links.revoked", { name }) }),
    onSettled: () => setConfirmingId(undefined),
  });
  return (
    <details className="links">
      <summary>
        {t("cleaning.links.title")} {links.data && <span className="hint">{links.data.length}</span>}
      </summary>
      <p className="hint">{t("cleaning.links.what")}</p>
      {links.error && <Failure error={links.error} reset={() => void links.refetch()} />}
      <ul>
        {links.data?.map((link) => (
          <li key={link.id}>
            <div>
              <strong>{link.name}</strong>
              <p>{namesOf(link, rentals)}</p>
              <p>
                {link.expires_at
                  ? t("cleaning.links.until", { day: formats.date(dayOf(lastDayOf(link.expires_at))) })
                  : t("cleaning.links.noEnd")}{" "}
                ·{" "}
                {link.last_used_at
                  ? t("cleaning.links.used", { moment: formats.moment(link.last_used_at) })
                  : t("cleaning.links.unused")}
              </p>
            </div>
            <Group gap="xs">
              <Button
                variant="default"
                aria-label={t("cleaning.links.changeOf", { name: link.name })}
                onClick={() => setOpen({ link })}
              >
                {t("cleaning.links.change")}
              </Button>
              <Button
                color="red"
                variant={confirmingId === link.id ? "filled" : "outline"}
                aria-label={
                  confirmingId === link.id
                    ? t("cleaning.links.revokeNow")
                    : t("cleaning.links.revokeOf", { name: link.name })
                }
                loading={revoking.isPending && confirmingId === link.id}
                onClick={() => (confirmingId === link.id ? revoking.mutate(link) : setConfirmingId(link.id))}
              >
                {confirmingId === link.id ? t("cleaning.links.revokeNow") : t("cleaning.links.revoke")}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <FormProblems error={revoking.error} excluded={[]} />
      <Button onClick={() => setOpen({ link: undefined })}>{t("cleaning.links.make")}</Button>
      {open && <LinkDialog link={open.link} rentals={rentals} close={() => setOpen(undefined)} />}
    </details>
  );
}

const namesOf = ({ links }: CleaningLink, rentals: ReadonlyMap<number, CleanedRental>): string =>
  links.rentals.flatMap((id) => rentals.get(id)?.name ?? []).join(", ");
