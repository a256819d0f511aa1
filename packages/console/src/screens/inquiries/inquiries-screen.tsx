import { Button, SegmentedControl } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Pending } from "../../components/pending.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import { BookInquiry } from "./book-inquiry.tsx";
import classes from "./inquiries.module.css";
import { inquiryLists } from "./inquiries-search.ts";
import { useInquiryActions } from "./inquiry-actions.ts";
import { InquiryDialog } from "./inquiry-dialog.tsx";
import { InquiryItem } from "./inquiry-item.tsx";
import { daysOf, type Inquiry, useInquiries } from "./listed-inquiries.ts";

const route = getRouteApi("/inquiries");

/** Guests' questions about stays, from the website, channels or the phone, which become bookings (service.md, Inquiry). */
export function InquiriesScreen() {
  const { t } = useI18n();
  const { may } = useSession();
  const formats = useFormats();
  const { shown = "open" } = route.useSearch();
  const navigate = route.useNavigate();
  const [rentals, inquiries] = [useRentals(), useInquiries(shown)];
  const planned = useInquiryActions(inquiries.data ?? []);
  const [edited, setEdited] = useState<number | "new">();
  const [booked, setBooked] = useState<Inquiry>();
  if (!rentals.data || !inquiries.data)
    return <PendingScreen title={t("screens.inquiries")} reads={[rentals, inquiries]} />;
  const add = may("inquiries_write") && rentals.data.length > 0 && (
    <Button onClick={() => setEdited("new")}>{t("inquiries.new")}</Button>
  );
  const days = booked && daysOf(booked);
  return (
    <div className={classes.screen}>
      <PageHeader title={t("screens.inquiries")} actions={add} />
      <SegmentedControl
        className={classes.filters ?? ""}
        aria-label={t("inquiries.filter")}
        value={shown}
        onChange={(value) => {
          const list = inquiryLists.find((one) => one === value);
          void navigate({ search: list === "open" || !list ? {} : { shown: list }, replace: true });
        }}
        data={inquiryLists.map((value) => ({ value, label: t(`inquiries.shown.${value}`) }))}
      />
      {inquiries.data.length === 0 && (
        <EmptyState icon={MessageCircleQuestionMark} text={t("inquiries.none")} action={add} />
      )}
      {planned.error && <Pending reads={[planned]} />}
      <ul className={classes.list} aria-label={t("screens.inquiries")} aria-busy={planned.isLoading}>
        {inquiries.data.map((inquiry) => (
          <InquiryItem
            key={inquiry.id}
            {...{ inquiry, formats }}
            planned={(planned.data ?? []).filter(({ links }) => links.inquiry === inquiry.id)}
            rental={rentals.data.find(({ id }) => id === inquiry.links.rental)?.name ?? ""}
            edit={() => setEdited(inquiry.id)}
            book={() => setBooked(inquiry)}
          />
        ))}
      </ul>
      {inquiries.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={inquiries.isFetchingNextPage}
            onClick={() => void inquiries.fetchNextPage()}
          >
            {t("inquiries.earlier")}
          </Button>
        </div>
      )}
      {edited && (
        <InquiryDialog
          id={edited === "new" ? undefined : edited}
          rentals={rentals.data}
          close={() => setEdited(undefined)}
        />
      )}
      {booked && days && <BookInquiry inquiry={booked} {...{ days, formats }} close={() => setBooked(undefined)} />}
    </div>
  );
}
