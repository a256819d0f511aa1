import { Button, Group } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { focusWhenShown } from "../../focus-when-shown.ts";
import { FormProblems } from "../../form-problems.tsx";
import type { Formats } from "../../formats.ts";
import { useNotices } from "../../notices.tsx";
import { useSubmit } from "../../use-submit.ts";
import { useBookingWrites } from "../write-booking.ts";
import type { Hold } from "./hold.ts";
import { HoldFrame } from "./hold-frame.tsx";
import { HoldSummary } from "./hold-summary.tsx";

interface ReleaseHoldProps {
  readonly hold: Hold;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Cancels a hold after a confirmation, in which keeping it has the focus. */
export function ReleaseHold({ hold, formats, close }: ReleaseHoldProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { release } = useBookingWrites();
  const releasing = useSubmit({
    mutationFn: () => release(hold),
    onSuccess: () => {
      close();
      notify({ text: t("hold.released", { reference: hold.reference }) });
    },
  });
  const title = t("hold.titles.release", { reference: hold.reference });
  return (
    <HoldFrame {...{ title, hold, formats, close }}>
      {(booking) => (
        <>
          <HoldSummary booking={booking} formats={formats} />
          <p>{t("hold.sure")}</p>
          {Number(booking.paid_amount) > 0 && booking.currency && (
            <p className="bad">
              {t("hold.paidAlready", { amount: formats.money(booking.paid_amount ?? 0, booking.currency) })}
            </p>
          )}
          <FormProblems error={releasing.error} excluded={[]} />
          <Group justify="flex-end" mt="md">
            <Button ref={focusWhenShown} data-autofocus variant="default" onClick={close}>
              {t("hold.keep")}
            </Button>
            <Button color="red" variant="outline" loading={releasing.isPending} onClick={() => releasing.submit()}>
              {t("hold.releaseHold")}
            </Button>
          </Group>
        </>
      )}
    </HoldFrame>
  );
}
