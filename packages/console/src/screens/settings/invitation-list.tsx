import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askConsole } from "../../app/console-calls.ts";
import { useWorking } from "../../app/session.tsx";
import { Failure } from "../../parts/failure.tsx";
import { FormProblems } from "../../parts/form-problems.tsx";
import { useNotices } from "../../parts/notices.tsx";
import { useFormats } from "../../parts/use-formats.ts";
import { useWords } from "../../words/words.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { type Invitation, useAccountPath, useInvitations } from "./people.ts";

/** Who was invited and has not come yet, with a way to invite more and to take invitations back. */
export function InvitationList() {
  const { words } = useWords();
  const { account } = useWorking();
  const { tell } = useNotices();
  const formats = useFormats();
  const queries = useQueryClient();
  const path = `${useAccountPath()}/invitations`;
  const invitations = useInvitations();
  const [isInviting, setInviting] = useState(false);
  const readAgain = () => queries.invalidateQueries({ queryKey: [account.id, "invitations"] });
  const withdrawing = useMutation({
    mutationFn: ({ id }: Invitation) => askConsole("DELETE", `${path}/${id}`),
    onSuccess: (_, { email }) => tell({ text: words.settings.withdrawn(email) }),
    onSettled: readAgain,
  });
  return (
    <section>
      <h2>
        {words.settings.invitations}
        <Button onClick={() => setInviting(true)}>{words.settings.invite}</Button>
      </h2>
      {invitations.error && <Failure error={invitations.error} reset={() => void invitations.refetch()} />}
      {invitations.data?.length === 0 && <p className="empty">{words.settings.noInvitations}</p>}
      <ul className="cards">
        {invitations.data?.map((invitation) => (
          <li key={invitation.id}>
            <div>
              <strong>{invitation.email}</strong>
              <p>{words.settings.until(formats.moment(invitation.expires_at))}</p>
            </div>
            <div>
              {words.settings.roles[invitation.role]}
              {invitation.role === "cleaner" && <p>{words.settings.rentalsOf(invitation.rentals.length)}</p>}
            </div>
            <Button
              variant="default"
              aria-label={words.settings.withdrawOf(invitation.email)}
              onClick={() => withdrawing.mutate(invitation)}
            >
              {words.settings.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      <FormProblems error={withdrawing.error} besides={[]} />
      {isInviting && <InviteDialog close={() => setInviting(false)} done={readAgain} />}
    </section>
  );
}
