import { assert, constantFrom, property, record, subarray } from "fast-check";
import { describe, expect, test } from "vitest";
import { namesAgree, namesEqual } from "../../src/core/names/names-agree.ts";
import { splitName } from "../../src/core/names/split-name.ts";

/** Names (bookings.md, Who a guest is). */
const parts = (fullname: string) => {
  const { firstname, lastname } = splitName(fullname);
  return [firstname, lastname];
};

describe("a full name", () => {
  test.each([
    ["Ada Lovelace", "Ada", "Lovelace"],
    ["Nora", "Nora", null],
    ["Anna Maria Fischer", "Anna", "Maria Fischer"],
    ["José García López", "José", "García López"],
    ["Van Morrison", "Van", "Morrison"],
    ["de la Cruz", null, "de la Cruz"],
    ["Maria de la Cruz", "Maria", "de la Cruz"],
    ["Jan Willem van den Berg", "Jan Willem", "van den Berg"],
    ["John Smith, PhD", "John", "Smith"],
    ["Don Johnson", "Don", "Johnson"],
    ["Michael Herr", "Michael", "Herr"],
    ["Dr.", "Dr.", null],
    [",", ",", null],
    ["", null, null],
  ])("%s splits into %s and %s", (fullname, firstname, lastname) => {
    expect(parts(fullname)).toEqual([firstname, lastname]);
  });

  test.each([
    ["Dr. Anna-Maria von der Heide", "Anna-Maria", "von der Heide"],
    ["Prof. Dr. Hans Müller", "Hans", "Müller"],
    ["Herrn Prof. Dr. h.c. Otto Hahn", "Otto", "Hahn"],
    ["Dipl.-Ing. Karl Benz", "Karl", "Benz"],
    ["Herr Schmidt", null, "Schmidt"],
    ["Herr und Frau Meier", null, "Meier"],
    ["MRS JANE DOE", "JANE", "DOE"],
    ["M. Dupont", null, "Dupont"],
    ["Mme Claire de la Tour", "Claire", "de la Tour"],
    ["Sra. Ana Gómez", "Ana", "Gómez"],
    ["Sig.ra Lina Verdi", "Lina", "Verdi"],
    ["Dott.ssa Anna Bianchi", "Anna", "Bianchi"],
    ["Dhr. P. de Vries", "P.", "de Vries"],
    ["Senhora Rita Costa", "Rita", "Costa"],
  ])("%s has a title, which is in neither part", (fullname, firstname, lastname) => {
    expect(splitName(fullname)).toEqual({ fullname, firstname, lastname });
  });

  test.each([
    ["Fischer, Anna", "Anna Fischer", "Anna", "Fischer"],
    ["von der Heide, Anna-Maria", "Anna-Maria von der Heide", "Anna-Maria", "von der Heide"],
    ["Dr. Fischer, Anna", "Dr. Anna Fischer", "Anna", "Fischer"],
    ["Fischer, Dr. Anna", "Dr. Anna Fischer", "Anna", "Fischer"],
    ["Smith, John, Jr.", "John Smith Jr.", "John", "Smith"],
  ])("%s is turned round", (written, fullname, firstname, lastname) => {
    expect(splitName(written)).toEqual({ fullname, firstname, lastname });
  });
});

const people = record({
  titles: subarray(["Frau", "Prof.", "Dr.", "Mme", "Sig.", "Sr.", "Mr"]),
  given: constantFrom("Anna", "Anna-Maria", "José", "Łucja", "I."),
  family: constantFrom("Fischer", "von der Heide", "de la Cruz", "van den Berg", "O'Brien", "Müller"),
});

test("titles and the order of the parts change nothing in a name’s parts", () => {
  assert(
    property(people, ({ titles, given, family }) => {
      const titled = [...titles, given, family].join(" ");
      expect(splitName(titled)).toEqual({ fullname: titled, firstname: given, lastname: family });
      expect(splitName(`${family}, ${[...titles, given].join(" ")}`)).toEqual(splitName(titled));
      expect(splitName(splitName(titled).fullname)).toEqual(splitName(titled));
    }),
  );
});

describe("two names", () => {
  const agree = (one: string, other: string) => namesAgree(splitName(one), splitName(other));

  test.each([
    ["Ines Muster", "INES MUSTER"],
    ["Ines Muster", "I. Muster"],
    ["Ines Muster", "I Muster"],
    ["Ines Muster", "Ines M."],
    ["Ines Muster", "Ines"],
    ["Ines Muster", ""],
    ["José Grün", "Jose Grun"],
    ["Jürgen Müller", "Juergen Mueller"],
    ["Dr. Anna Fischer", "Fischer, Anna"],
    ["Anna-Maria von der Heide", "Anna Maria Heide"],
    ["Ana García López", "Ana García"],
    ["Frau Muster", "Ines Muster"],
  ])("%s and %s may be one person’s", (one, other) => {
    expect([agree(one, other), agree(other, one)]).toEqual([true, true]);
  });

  test.each([
    ["Ines Muster", "Paul Muster"],
    ["Ines Muster", "P. Muster"],
    ["Ines Muster", "Ines Meyer"],
    ["Anna Fischer", "Anne Fischer"],
    ["Ines Muster", "Ines Mustermann"],
  ])("%s and %s are two people’s", (one, other) => {
    expect([agree(one, other), agree(other, one)]).toEqual([false, false]);
  });

  test("are equal without accents, case and titles, but not as an initial", () => {
    const equal = (one: string, other: string) => namesEqual(splitName(one), splitName(other));
    expect([equal("Dr. José Grün", "jose GRUN"), equal("J. Grün", "José Grün")]).toEqual([true, false]);
  });
});
