import { Button } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useInvalidateInbox } from "./messages.ts";

interface DisconnectStayProps {
  readonly conversation: number;
  readonly stay: Pick<Resource<"bookings">, "id" | "reference">;
}

/** Takes a stay off a conversation that is not about it. */
export function DisconnectStay({ conversation, stay: { id, reference } }: DisconnectStayProps) {
  const { t } = useI18n();
  const { client, may } = useSession();
  const { notify } = useNotices();
  const invalidate = useInvalidateInbox();
  const params = { path: { conversation_id: conversation } };
  const body = { bookings: [{ id }] };
  const disconnecting = useMutation({
    mutationFn: async () => {
      // The stay is named, and every message gives the conversation a new version.
      await client.PUT("/inbox/conversations/{conversation_id}/disconnect_booking", {
        ...{ params, body },
        headers: ifMatch(anyVersion),
      });
      await invalidate();
    },
    onSuccess: () =>
      notify({
        text: t("conversation.disconnected", { reference }),
        async undo() {
          await client.PUT("/inbox/conversations/{conversation_id}/connect_booking", {
            ...{ params, body },
            headers: ifMatch(anyVersion),
          });
          await invalidate();
        },
      }),
  });
  if (!may("inbox_write")) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        px={0}
        loading={disconnecting.isPending}
        aria-label={t("conversation.disconnectOf", { reference })}
        onClick={() => disconnecting.mutate()}
      >
        {t("conversation.disconnect")}
      </Button>
      <FormProblems error={disconnecting.error} excluded={[]} />
    </>
  );
}
