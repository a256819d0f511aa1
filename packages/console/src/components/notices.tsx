import { createContext, type PropsWithChildren, useContext, useEffect, useMemo, useState } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { reasonOf } from "./reason.ts";

/** A finished action, and how to undo it where the API can. */
export interface Notice {
  readonly text: string;
  readonly undo?: () => Promise<void>;
}

interface Notices {
  notify(notice: Notice): void;
}

const Context = createContext<Notices | undefined>(undefined);

/** How long a notice stays: enough to reach its button by keyboard (WCAG 2.2.1 asks for twenty seconds). */
const shownMs = 20_000;

export function NoticeBoard({ children }: PropsWithChildren) {
  const { t } = useI18n();
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const board = useMemo<Notices>(() => ({ notify: setNotice }), []);
  const undo = async () => {
    try {
      await notice?.undo?.();
      setNotice({ text: t("notices.undone") });
    } catch (error) {
      setNotice({ text: reasonOf(error, t) });
    }
  };
  return (
    <Context value={board}>
      {children}
      <output className="notices">
        {notice && (
          <div className="notice">
            <span>{notice.text}</span>
            {notice.undo && (
              <button type="button" onClick={undo}>
                {t("notices.undo")}
              </button>
            )}
            <button type="button" aria-label={t("notices.close")} onClick={() => setNotice(undefined)}>
              ×
            </button>
          </div>
        )}
      </output>
    </Context>
  );
}

export function useNotices(): Notices {
  const board = useContext(Context);
  if (!board) throw new Error("useNotices needs a NoticeBoard.");
  return board;
}
