import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./search.module.css";

const SearchDialog = lazy(async () => ({ default: (await import("./search-dialog.tsx")).SearchDialog }));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button and the keys that open the search: Ctrl-K or ⌘K everywhere, and `/` outside of fields. */
export function SearchEverything() {
  const { t } = useI18n();
  const [isOpen, dialog] = useDisclosure();
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
