import { useDisclosure, useHotkeys, useTimeout } from "@mantine/hooks";
import { Search } from "lucide-react";
import { Suspense } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { lazyPart } from "../lazy-part.ts";
import classes from "./search.module.css";

const SearchDialog = lazyPart(() => import("./search-dialog.tsx"), "SearchDialog");

/** The first screen's own files and records come first. */
const preloadAfterMs = 2000;

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button and the keys that open the search: Ctrl-K or ⌘K everywhere, and `/` outside of fields. */
export function SearchEverything() {
  const { t } = useI18n();
  const [isOpen, dialog] = useDisclosure();
  // A fast writer's first letters would be lost while the dialog loads. A failure is shown when it opens.
  useTimeout(() => void SearchDialog.preload().catch(() => undefined), preloadAfterMs, { autoInvoke: true });
  useHotkeys([["/", dialog.open]]);
  useHotkeys([["mod+K", dialog.open]], []);
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-keyshortcuts="Control+K Meta+K /"
        aria-haspopup="dialog"
        onClick={dialog.open}
      >
        <Search aria-hidden size={18} />
        <span>{t("search.open")}</span>
        <kbd aria-hidden>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <SearchDialog close={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
