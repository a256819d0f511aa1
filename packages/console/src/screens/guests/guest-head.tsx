import { Button } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import { CalendarPlus, MessageSquare } from "lucide-react";
import type { RefObject } from "react";
import { isOpenTo } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useBeginConversation } from "../inbox/begin-conversation.ts";
import { latestOf } from "../inbox/conversations.ts";
import classes from "./guest.module.css";
import { type Guest, useConversationsOf, useStaysOf } from "./guests.ts";

interface GuestHeadProps {
  readonly guest: Guest;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** A guest's name, contacts and number of stays, with the next steps. */
export function GuestHead({ guest, heading }: GuestHeadProps) {
  const { language, t } = useI18n();
  const stays = useStaysOf(guest.id).data?.filter(({ canceled_at }) => canceled_at === null);
  const locale = guest.preferred_locale;
  const [email, phone] = [guest.emails[0]?.email, guest.phones[0]?.number];
  const facts = [
    guest.company,
    stays && t("guests.stayCount", { count: stays.length }),
    locale && new Intl.DisplayNames([language], { type: "language" }).of(locale),
  ];
  return (
    <header className={classes.head}>
      <div>
        <h2 id="guest-name" ref={heading} tabIndex={-1}>
          {guest.fullname ?? (guest.forget_me_at ? t("inbox.erased") : t("guests.nameless"))}
        </h2>
        <p className={classes.hint}>{facts.filter(Boolean).join(" · ")}</p>
        <p className={classes.contacts}>
          {phone && <a href={`tel:${phone}`}>{phone}</a>}
          {phone && email && " · "}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      </div>
      {guest.forget_me_at === null && (
        <div className={classes.steps}>
          <MessageStep guest={guest.id} />
          <NewBookingStep guest={guest.id} />
        </div>
      )}
    </header>
  );
}

/** Opens the latest conversation with a guest, or begins one. */
function MessageStep({ guest }: { readonly guest: number }) {
  const { t } = useI18n();
  const { may } = useSession();
  const router = useRouter();
  const conversations = useConversationsOf(guest).data;
  const begin = useBeginConversation();
  const open = (conversation: number) => void router.navigate({ to: "/inbox", search: { conversation } });
  const beginning = useSubmit({ mutationFn: begin, onSuccess: open });
  if (!may("inbox_write") || !conversations) return null;
  const icon = <MessageSquare aria-hidden size={16} />;
  const latest = conversations.toSorted((one, other) => latestOf(other) - latestOf(one))[0];
  if (latest)
    return (
      <Button
        variant="default"
        leftSection={icon}
        renderRoot={(props) => <Link to="/inbox" search={{ conversation: latest.id }} {...props} />}
      >
        {t("guests.message")}
      </Button>
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={icon}
        loading={beginning.isPending}
        onClick={() => beginning.submit(guest)}
      >
        {t("guests.message")}
      </Button>
      <FormProblems error={beginning.error} excluded={[]} />
    </>
  );
}

/** Opens the calendar's dialog for a new booking of this guest. */
function NewBookingStep({ guest }: { readonly guest: number }) {
  const { t } = useI18n();
  const { account, may } = useSession();
  const router = useRouter();
  if (!may("bookings_write") || !isOpenTo(account, "/calendar")) return null;
  return (
    <Button
      leftSection={<CalendarPlus aria-hidden size={16} />}
      onClick={() => void router.navigate({ to: "/calendar", search: { new: "booking", guest } })}
    >
      {t("guests.newBooking")}
    </Button>
  );
}
