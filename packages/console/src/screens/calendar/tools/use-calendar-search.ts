import { useNavigate, useSearch } from "@tanstack/react-router";
import { type CalendarSearch, withoutEmpty } from "../calendar-search.ts";
import { useEventCallback } from "../grid/use-event-callback.ts";

type Changes = { readonly [Name in keyof CalendarSearch]: CalendarSearch[Name] | undefined };

/** The calendar's state in the address. */
export function useCalendarSearch() {
  const search = useSearch({ from: "/calendar" });
  const navigate = useNavigate({ from: "/calendar" });
  const change = useEventCallback((to: Changes) => {
    // Another screen may have opened while a change was waiting.
    if (location.pathname.endsWith("/calendar"))
      void navigate({ search: (before) => withoutEmpty({ ...before, ...to }), state: true, replace: true });
  });
  return { search, change };
}
