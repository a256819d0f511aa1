import { Button, Group } from "@mantine/core";
import { Pencil, RefreshCw, Unlink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { dayOf } from "../../../components/days.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import type { CleanedRental } from "../../../components/turnovers/cleaned-rentals.ts";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type CleaningLink, lastDayOf, useCleaningLinks } from "./cleaning-links.ts";

interface LinkRowProps {
  readonly link: CleaningLink;
  readonly rentals: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
  readonly edit: () => void;
  readonly renewed: (address: string) => void;
}

/** The step that a second click on the same button confirms: both end the present address. */
type Ending = "renew" | "revoke";

interface EndingButton {
  readonly ending: Ending;
  readonly icon: ReactNode;
  readonly color: string;
  readonly act: { readonly isPending: boolean; readonly submit: () => void };
  /** The words before and after the first click. */
  readonly first: string;
  readonly second: string;
  readonly label: string;
}

/** A cleaner's link. */
export function LinkRow({ link, rentals, formats, edit, renewed }: LinkRowProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { renew, revoke } = useCleaningLinks();
  const { name } = link;
  const [asked, setAsked] = useState<Ending>();
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const revoking = useSubmit({
    mutationFn: () => revoke(link),
    onSuccess: () => notify({ text: t("cleaning.links.revoked", { name }) }),
  });
  const renewing = useSubmit({
    mutationFn: () => renew(link, idempotencyKey),
    onSuccess: (address) => {
      setAsked(undefined);
      setKey(crypto.randomUUID());
      renewed(address);
    },
  });
  const endings: readonly EndingButton[] = [
    {
      ...{ ending: "renew", icon: <RefreshCw size={16} aria-hidden />, act: renewing, color: "orange" },
      ...{ first: t("cleaning.links.renew"), second: t("cleaning.links.renewNow") },
      label: t("cleaning.links.renewOf", { name }),
    },
    {
      ...{ ending: "revoke", icon: <Unlink size={16} aria-hidden />, act: revoking, color: "red" },
      ...{ first: t("cleaning.links.revoke"), second: t("cleaning.links.revokeNow") },
      label: t("cleaning.links.revokeOf", { name }),
    },
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{link.links.rentals.flatMap((id) => rentals.get(id)?.name ?? []).join(", ")}</p>
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
          leftSection={<Pencil size={16} aria-hidden />}
          aria-label={t("cleaning.links.changeOf", { name })}
          onClick={edit}
        >
          {t("cleaning.links.change")}
        </Button>
        {endings.map(({ ending, icon, act, color, first, second, label }) => (
          <Button
            key={ending}
            {...(asked === ending ? { color } : { variant: "default" })}
            leftSection={icon}
            aria-label={asked === ending ? second : label}
            loading={act.isPending}
            onClick={() => (asked === ending ? act.submit() : setAsked(ending))}
          >
            {asked === ending ? second : first}
          </Button>
        ))}
      </Group>
      {asked === "renew" && <p className="hint">{t("cleaning.links.renewWhat")}</p>}
      <FormProblems error={renewing.error ?? revoking.error} excluded={[]} />
    </li>
  );
}
