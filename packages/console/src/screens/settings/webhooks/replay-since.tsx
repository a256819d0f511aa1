import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { DayInput } from "../../../components/day-input.tsx";
import { textOf, todayHere } from "../../../components/days.ts";
import { DialogFooter } from "../../../components/dialog-footer.tsx";
import { FormModal } from "../../../components/draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";

interface ReplaySinceProps {
  readonly endpoint: number;
  readonly close: () => void;
}

/** Sends an endpoint's messages once more, from the beginning of a day (UTC). */
export function ReplaySince({ endpoint, close }: ReplaySinceProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [day, setDay] = useState(textOf(todayHere() - 1));
  const replaying = useSubmit({
    mutationFn: () =>
      client.POST("/webhook_endpoints/{webhook_endpoint_id}/replay", {
        params: { path: { webhook_endpoint_id: endpoint }, query: { since: `${day}T00:00:00Z` } },
      }),
    onSuccess: async () => {
      close();
      notify({ text: t("webhooks.replaying") });
      await queries.invalidateQueries({ queryKey: [account.id, "webhook_deliveries"] });
    },
  });
  return (
    <FormModal onClose={close} title={t("webhooks.replaySince")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          replaying.submit();
        }}
      >
        <p>{t("webhooks.replayHint")}</p>
        <DayInput
          required
          label={t("webhooks.since")}
          value={day}
          error={fieldProblem(replaying.error, "since")}
          onDay={setDay}
        />
        <FormProblems error={replaying.error} excluded={["since"]} />
        <DialogFooter>
          <Button variant="default" onClick={close}>
            {t("settings.cancel")}
          </Button>
          <Button type="submit" loading={replaying.isPending}>
            {t("webhooks.replayNow")}
          </Button>
        </DialogFooter>
      </form>
    </FormModal>
  );
}
