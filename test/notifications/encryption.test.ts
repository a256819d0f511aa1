import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { encryptPayload, maxPayloadBytes } from "../../src/modules/records/notifications/push/encrypt-payload.ts";
import { pushPublicKey, vapidHeader } from "../../src/modules/records/notifications/push/vapid.ts";

/** The example of RFC 8291, appendix A. */
const example = {
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  sender: {
    salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
    privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
  },
  encrypted:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("encrypts the example of RFC 8291 to its bytes", () => {
  const payload = Buffer.from("When I grow up, I want to be a watermelon");
  expect(encryptPayload(payload, example, example.sender).toString("base64url")).toBe(example.encrypted);
});

test("refuses a payload that a push service would refuse", () => {
  expect(encryptPayload(Buffer.alloc(maxPayloadBytes), example)).toHaveLength(4096);
  expect(() => encryptPayload(Buffer.alloc(maxPayloadBytes + 1), example)).toThrow("too long");
});

test("signs for the push service's origin with the installation's key", () => {
  const [linkKey, now] = [Buffer.alloc(32, 7), Date.UTC(2090, 0, 4)];
  const header = vapidHeader(linkKey, "https://push.example/send/1?x=2", "https://roost.test", now);
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(pushPublicKey(linkKey));
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
    ...{ aud: "https://push.example", sub: "https://roost.test", exp: now / 1000 + 12 * 3600 },
  });
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isSigned).toBe(true);
});
