import { Button } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";

export type StayStep = "move" | "prolong" | "cancel";

interface StayButtonsProps {
  /** A hold is released instead of canceled. */
  readonly isHold: boolean;
  readonly choose: (step: StayStep) => void;
}

/** The steps that every stay offers. */
export function StayButtons({ isHold, choose }: StayButtonsProps) {
  const { t } = useI18n();
  return (
    <>
      <Button variant="default" onClick={() => choose("move")}>
        {t("stay.move")}
      </Button>
      <Button variant="default" onClick={() => choose("prolong")}>
        {t("stay.extend")}
      </Button>
      {!isHold && (
        <Button color="red" variant="outline" onClick={() => choose("cancel")}>
          {t("stay.cancel")}
        </Button>
      )}
    </>
  );
}
