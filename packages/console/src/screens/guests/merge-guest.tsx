import { Button } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./guest.module.css";
import type { Guest } from "./guests.ts";
import { MergeDialog } from "./merge-dialog.tsx";

/** The button to merge a duplicate guest (console.md, Screens). */
export function MergeGuest({ guest }: { readonly guest: Guest }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes.card}>
      <h3>{t("merge.title")}</h3>
      <p className={classes.hint}>{t("merge.why")}</p>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t("merge.begin")}
      </Button>
      {isOpen && <MergeDialog guest={guest} close={() => setOpen(false)} />}
    </section>
  );
}
