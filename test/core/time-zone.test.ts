import { describe, expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import { dayIn, instantIn, isTimeZone, startOfDay } from "../../src/core/time-zone.ts";

describe("a time zone", () => {
  test.each(["UTC", "Europe/Lisbon", "America/Argentina/Ushuaia", "Asia/Kolkata", "Asia/Calcutta", "Etc/GMT+5"])(
    "is %s",
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each(["", "europe/lisbon", "EUROPE/LISBON", "Europe/Atlantis", "+01:00", "GMT+1", "Lisbon", "Europe/Lisbon "])(
    "is not %j",
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  test.each([
    ["UTC", "2027-01-04T23:59:59Z", "2027-01-04"],
    ["UTC", "2027-01-05T00:00:00Z", "2027-01-05"],
    ["Pacific/Auckland", "2027-01-04T10:59:59Z", "2027-01-04"],
    ["Pacific/Auckland", "2027-01-04T11:00:00Z", "2027-01-05"],
    ["America/Los_Angeles", "2027-01-05T07:59:59Z", "2027-01-04"],
    ["America/Los_Angeles", "2027-01-05T08:00:00Z", "2027-01-05"],
    ["Asia/Kolkata", "2027-01-04T18:30:00Z", "2027-01-05"],
    // Clocks go forward in this night.
    ["Europe/Paris", "2027-03-27T22:59:59Z", "2027-03-27"],
    ["Europe/Paris", "2027-03-28T21:59:59Z", "2027-03-28"],
    ["Europe/Paris", "2027-03-28T22:00:00Z", "2027-03-29"],
    ["Europe/Paris", "2028-02-28T23:00:00Z", "2028-02-29"],
  ])("%s has at %s the day %s", (zone, instant, day) => {
    expect(formatDay(dayIn(zone, Date.parse(instant)))).toBe(day);
  });

  test.each([
    ["UTC", "2027-01-05", "2027-01-05T00:00:00Z"],
    ["Pacific/Auckland", "2027-01-05", "2027-01-04T11:00:00Z"],
    ["America/Los_Angeles", "2027-01-05", "2027-01-05T08:00:00Z"],
    ["Europe/Paris", "2027-03-28", "2027-03-27T23:00:00Z"],
    ["Europe/Paris", "2027-03-29", "2027-03-28T22:00:00Z"],
    ["Pacific/Auckland", "2027-04-04", "2027-04-03T11:00:00Z"],
    ["Pacific/Auckland", "2027-04-05", "2027-04-04T12:00:00Z"],
    // Clocks skip midnight, or show it twice.
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"],
    ["Asia/Beirut", "2027-03-28", "2027-03-27T22:00:00Z"],
    ["America/Havana", "2027-11-07", "2027-11-07T04:00:00Z"],
  ])("in %s the day %s begins at %s", (zone, day, instant) => {
    expect(startOfDay(zone, parseDay(day) ?? 0)).toBe(Date.parse(instant));
  });

  test.each([
    ["Europe/Berlin", "2027-03-28T02:30:00Z", "2027-03-28T01:30:00Z"],
    ["America/New_York", "2027-03-14T02:30:00Z", "2027-03-14T07:30:00Z"],
    ["Pacific/Auckland", "2027-09-26T02:30:00Z", "2027-09-25T14:30:00Z"],
    ["Australia/Lord_Howe", "2027-10-03T02:15:00Z", "2027-10-02T15:45:00Z"],
    ["Pacific/Apia", "2011-12-30T12:00:00Z", "2011-12-30T22:00:00Z"],
  ])("in %s the skipped time %s is later by the gap: %s", (zone, local, instant) => {
    expect(new Date(instantIn(zone, Date.parse(local)))).toEqual(new Date(instant));
  });

  test.each([
    ["Europe/Berlin", "2027-10-31T02:30:00Z", "2027-10-31T00:30:00Z"],
    ["America/New_York", "2027-11-07T01:30:00Z", "2027-11-07T05:30:00Z"],
    ["Pacific/Auckland", "2027-04-04T02:30:00Z", "2027-04-03T13:30:00Z"],
  ])("in %s the repeated time %s is the first: %s", (zone, local, instant) => {
    expect(new Date(instantIn(zone, Date.parse(local)))).toEqual(new Date(instant));
  });
});
