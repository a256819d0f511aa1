import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { Pending } from "../../components/pending.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import cards from "./cards.module.css";
import { InviteDialog } from "./invite-dialog.tsx";
import { type Invitation, useAccountPath, useInvitations } from "./people.ts";

/** Pending invitations, with buttons to invite and to withdraw. */
export function InvitationList() {
  const { t } = useI18n();
  const { account } = useSession();
  const { notify } = useNotices();
  const formats = useFormats();
  const queries = useQueryClient();
  const path = `${useAccountPath()}/invitations`;
  const invitations = useInvitations();
  const [isInviting, setInviting] = useState(false);
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "invitations"] });
  const withdrawing = useMutation({
    mutationFn: ({ id }: Invitation) => callConsole("DELETE", `${path}/${id}`),
    onSuccess: (_, { email }) => notify({ text: t("settings.withdrawn", { email }) }),
    onSettled: invalidate,
  });
  return (
    <section>
      <h2>
        {t("settings.invitations")}
        <Button onClick={() => setInviting(true)}>{t("settings.invite")}</Button>
      </h2>
      {!invitations.data && <Pending reads={[invitations]} />}
      {invitations.data?.length === 0 && <p className="empty">{t("settings.noInvitations")}</p>}
      <ul className={cards.cards}>
        {invitations.data?.map((invitation) => (
          <li key={invitation.id}>
            <div>
              <strong>{invitation.email}</strong>
              <p>{t("settings.until", { moment: formats.moment(invitation.expires_at) })}</p>
            </div>
            <div>
              {t(`settings.roles.${invitation.role}`)}
              {invitation.role === "cleaner" && <p>{t("settings.rentalsOf", { count: invitation.rentals.length })}</p>}
            </div>
            <Button
              variant="default"
              aria-label={t("settings.withdrawOf", { email: invitation.email })}
              onClick={() => withdrawing.mutate(invitation)}
            >
              {t("settings.withdraw")}
            </Button>
          </li>
        ))}
      </ul>
      <FormProblems error={withdrawing.error} excluded={[]} />
      {isInviting && <InviteDialog close={() => setInviting(false)} done={invalidate} />}
    </section>
  );
}
