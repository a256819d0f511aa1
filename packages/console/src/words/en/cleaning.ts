import { several } from "../several.ts";

export const cleaning = {
  cleaning: {
    before: "A fortnight back",
    after: "A fortnight on",
    print: "Print",
    departure: "Departure",
    arrival: "Next arrival",
    between: "Time between",
    comes: "Who comes",
    comments: "Comments",
    hold: "not confirmed",
    noTime: "no time yet",
    nobody: "nobody for now",
    nothing: "No turnover.",
    noRentals: "No rental is yours to look after yet. Ask whoever invited you to choose some for you.",
    hours: (hours: number) => several(hours, "hour", "hours"),
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    days: (days: number) => several(days, "day", "days"),
    adults: (adults: number) => several(adults, "adult", "adults"),
    children: (children: number) => several(children, "child", "children"),
  },
};
