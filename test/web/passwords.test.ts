import { describe, expect, test } from "vitest";
import {
  argon2id,
  generatePassword,
  nobodysDigest,
  passwordProblem,
} from "../../src/modules/platform/people/passwords/password.ts";

const rosa = { email: "rosa@robles-holidays.example" };

describe("password policy", () => {
  test.each([
    ["elevenchars", /too short/],
    ["a".repeat(201), /too long/],
    ["aaaaaaaaaaaa", /repeats/],
    ["abababababab", /repeats/],
    ["111222333111", /repeats/],
    ["password1234", /common/],
    ["P@ssw0rd1234", /common/],
    ["!!Password2026!!", /common/],
    ["passwordpassword", /common/],
    ["123456789012", /common/],
    ["210987654321", /common/],
    ["qwertyuiop123", /common/],
    ["qwertyuiopas", /common/],
    ["abcdefghijkl", /common/],
    ["CorrectHorseBatteryStaple", /common/],
    ["rosa@robles-holidays.example", /own address/],
    ["robles-holidays", /own address/],
    ["Rosa20262026", /own address/],
  ])("refuses the password %j", (password, reason) => {
    expect(passwordProblem(password, rosa)).toMatch(reason);
  });

  test.each([
    "a lighthouse in november",
    "twelve chars",
    "ünïcödé ist schön",
    "我的度假屋在山上有一个小湖",
    "correct-horse-and-a-lighthouse",
    "x7#kQ9!mZ2$w",
    `${"long ".repeat(40)}`,
  ])("accepts the password %j", (password) => {
    expect(passwordProblem(password, rosa)).toBeUndefined();
  });

  test("generated passwords are strong, legible and unique", () => {
    const made = Array.from({ length: 200 }, generatePassword);
    for (const password of made) {
      expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){4}$/);
      expect(passwordProblem(password, rosa)).toBeUndefined();
    }
    expect(new Set(made).size).toBe(200);
  });
});

describe("password storage", () => {
  test("stores argon2id with OWASP's parameters, and the dummy digest costs the same", async () => {
    const digest = await argon2id.hash("a lighthouse in november");
    expect(digest).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(nobodysDigest).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await argon2id.verify(digest, "a lighthouse in november")).toBe(true);
    expect(await argon2id.verify(digest, "a lighthouse in November")).toBe(false);
  });

  test("normalizes Unicode, so another keyboard's spelling matches", async () => {
    const digest = await argon2id.hash("caf\u00e9 au lait sucr\u00e9");
    expect(await argon2id.verify(digest, "cafe\u0301 au lait sucre\u0301")).toBe(true);
  });
});
