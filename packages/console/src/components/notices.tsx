import { Notifications, notifications } from "@mantine/notifications";
import { useMemo } from "react";
import { useI18n } from "../i18n/i18n.ts";
import type { Translate } from "../i18n/translate.ts";
import classes from "./notices.module.css";
import { reasonOf } from "./reason.ts";

/** A finished action, and how to undo it where the API can. */
export interface Notice {
  readonly text: string;
  readonly undo?: () => Promise<void>;
}

interface Notices {
  notify(notice: Notice): void;
}

/** The duration of a notice: enough to reach its button by keyboard (WCAG 2.2.1 asks for twenty seconds). */
const shownMs = 20_000;

/** The live region that shows notices. */
export function NoticeBoard() {
  return (
    <Notifications
      aria-live="polite"
      autoClose={shownMs}
      position="bottom-center"
      transitionDuration={0}
      withinPortal={false}
      classNames={{ root: classes.board, notification: classes.notice }}
    />
  );
}

/** Shows one notice at a time, so that "Undo" can only mean the last action. */
function show({ text, undo }: Notice, t: Translate): void {
  let isUndone = false;
  const undone = async (act: () => Promise<void>) => {
    if (isUndone) return;
    isUndone = true;
    try {
      await act();
      show({ text: t("notices.undone") }, t);
    } catch (error) {
      show({ text: reasonOf(error, t) }, t);
    }
  };
  notifications.clean();
  notifications.show({
    // The region announces it, so it is no alert itself.
    role: "none",
    closeButtonProps: { "aria-label": t("notices.close") },
    message: (
      <>
        <span>{text}</span>
        {undo && (
          <button type="button" className={classes.undo} onClick={() => void undone(undo)}>
            {t("notices.undo")}
          </button>
        )}
      </>
    ),
  });
}

/** Reports finished actions. */
export function useNotices(): Notices {
  const { t } = useI18n();
  return useMemo(() => ({ notify: (notice) => show(notice, t) }), [t]);
}
