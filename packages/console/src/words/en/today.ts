export const today = {
  today: {
    arrivals: "Arrivals",
    departures: "Departures",
    turnovers: "Turnovers",
    inHouse: "In house",
    holds: "Expiring holds",
    due: "Balances due",
    until: (moment: string) => `until ${moment}`,
    unanswered: "Unanswered messages",
    reviews: "Reviews to answer",
    between: (from: string, until: string, hours: string) => `${from} to ${until}, ${hours} h`,
    rated: (rating: string) => `${rating} of 5`,
    more: (count: number) => `And ${count} more.`,
    nothing: "None",
  },
};
