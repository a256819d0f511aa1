export const today = {
  today: {
    arrivals: "Arrivals",
    departures: "Departures",
    turnovers: "Turnovers",
    inHouse: "In house",
    holds: "Holds about to expire",
    due: "Money due",
    until: (moment: string) => `until ${moment}`,
    nothing: "Nothing.",
  },
};
