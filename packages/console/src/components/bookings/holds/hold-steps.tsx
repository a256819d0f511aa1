import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Formats } from "../../formats.ts";
import { ConfirmHold } from "./confirm-hold.tsx";
import { ExtendHold } from "./extend-hold.tsx";
import type { Hold, HoldStep } from "./hold.ts";
import { ReleaseHold } from "./release-hold.tsx";

interface HoldButtonsProps {
  readonly hold: Hold;
  readonly choose: (step: HoldStep) => void;
  readonly size?: "xs" | "sm";
}

/** The ways out of a hold: it becomes a booking, lasts longer, or ends. */
export function HoldButtons({ hold, choose, size = "sm" }: HoldButtonsProps) {
  const { t } = useI18n();
  return (
    <Group gap="xs" role="group" aria-label={hold.reference}>
      <Button size={size} onClick={() => choose("confirm")}>
        {t("hold.confirm")}
      </Button>
      <Button size={size} variant="default" onClick={() => choose("extend")}>
        {t("hold.extend")}
      </Button>
      <Button size={size} variant="default" onClick={() => choose("release")}>
        {t("hold.release")}
      </Button>
    </Group>
  );
}

interface HoldDialogProps {
  readonly hold: Hold;
  readonly formats: Formats;
  readonly close: () => void;
}

const dialogs = { confirm: ConfirmHold, extend: ExtendHold, release: ReleaseHold };

/** The dialog of a step. */
export function HoldDialog({ step, ...props }: HoldDialogProps & { readonly step: HoldStep }) {
  const Dialog = dialogs[step];
  return <Dialog {...props} />;
}

/**
 * The open dialog of a hold. It belongs to the screen and not to the hold's place there, which goes when the hold is confirmed: the
 * payment may still fail then.
 */
export function useHoldDialog(formats: Formats) {
  const [open, setOpen] = useState<{ readonly hold: Hold; readonly step: HoldStep }>();
  return {
    choose: (hold: Hold) => (step: HoldStep) => setOpen({ hold, step }),
    dialog: open && <HoldDialog {...open} formats={formats} close={() => setOpen(undefined)} />,
  };
}
