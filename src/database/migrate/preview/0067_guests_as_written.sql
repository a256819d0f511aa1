-- locks: clients, while columns are added and its rows are written again
-- Names as people write them on another keyboard, "Müller" as "Mueller", in a form to compare.
create function spelled_text(written text) returns text language sql immutable strict parallel safe as $$
  select public.plain_text(case when octet_length(written) = length(written) then written
    else replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(normalize(written, nfc),
      'ä', 'ae'), 'Ä', 'ae'), 'ö', 'oe'), 'Ö', 'oe'), 'ü', 'ue'), 'Ü', 'ue'), 'å', 'aa'), 'Å', 'aa'), 'ø', 'oe'), 'Ø', 'oe') end)
$$;

-- The digits of a telephone number with its country's code, in whatever way it is written: national numbers with the country that is given,
-- and without a code where none is. Zeros before the national number are dropped, so "+49 (0)170" and "0049 170" are one number.
create function phone_digits(written text, country text) returns text language plpgsql immutable parallel safe as $$
declare
  digits text := regexp_replace(regexp_replace(written, '\s*(x|ext\.?)\s*\d+\s*$', '', 'i'), '\D', '', 'g');
  code text;
begin
  if written ~ '^\s*(\+|00)' then
    digits := ltrim(digits, '0');
    return regexp_replace(digits,
      '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[05-9]\d|9[679]\d)0+', '\1');
  end if;
  digits := ltrim(digits, '0');
  code := substring('
    AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359 BH973 BI257 BJ229
    BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53
    CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241
    GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353
    IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1
    LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596 MR222 MS1
    MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675
    PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421
    SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TA290 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1
    TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263
    ' from case when country ~ '^[A-Za-z]{2}$' then '\s' || upper(country) || '(\d+)' end);
  if code is null then
    return digits;
  end if;
  -- Where no zero stands before a national number, something else does.
  return code || case
    when code = '1' then regexp_replace(digits, '^1(?=\d{10}$)', '')
    when code in ('7', '375', '993') then regexp_replace(digits, '^8(?=\d{8,10}$)', '')
    when code = '36' then regexp_replace(digits, '^6(?=\d{8,9}$)', '')
    else digits end;
end
$$;

-- What a guest is found by: the name and company in both spellings, and each number between blanks.
create function sought_name(fullname text, company text) returns text language sql immutable parallel safe as $$
  select public.plain_text(written) || case when octet_length(written) = length(written) then '' else E'\n' || public.spelled_text(written) end
  from (select coalesce(fullname, '') || ' ' || coalesce(company, '') as written) as whole
$$;
create function sought_phones(phones json, addresses json) returns text language sql immutable parallel safe as $$
  select ' ' || string_agg(public.phone_digits(phone ->> 'number',
    coalesce(nullif(phone ->> 'country_code', ''), addresses -> 0 ->> 'country_code')), ' ') || ' '
  from json_array_elements(phones) as phone where phone ->> 'number' <> ''
$$;
alter table clients
  add column sought_name text generated always as (sought_name(fullname, company)) stored,
  add column sought_phones text generated always as (sought_phones(phones, addresses)) stored;
