import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { isOpenTo } from "../navigation.ts";
import { useSession } from "../session.tsx";
import classes from "./shell.module.css";

const bookFlow = { to: "/calendar", search: { new: "booking" } } as const;

/** The primary action of every page: opens the calendar's dialog for a new booking, also by the key `n`. */
export function NewBooking() {
  const { account, may } = useSession();
  return may("bookings_write") && isOpenTo(account, bookFlow.to) ? <NewBookingLink /> : null;
}

function NewBookingLink() {
  const { t } = useI18n();
  const navigate = useNavigate();
  useHotkeys([
    [
      "n",
      () => {
        if (!document.querySelector("[role=dialog]")) void navigate(bookFlow);
      },
    ],
  ]);
  return (
    <Button
      className={classes.newBooking ?? ""}
      leftSection={<Plus aria-hidden size={18} />}
      aria-keyshortcuts="n"
      renderRoot={(props) => <Link {...bookFlow} {...props} />}
    >
      <span className={classes.newBookingName}>{t("shell.newBooking")}</span>
    </Button>
  );
}
