-- locks: none
-- The schema of 0.1.0, a file for each domain, in the order in which they run. This one: plain functions of
-- values.

create extension if not exists btree_gist;

create function roost_accounts() returns bigint[] language sql stable parallel safe
  return coalesce(nullif(current_setting('roost.accounts', true), ''), '{}')::bigint[];

-- Formats a decimal as the API shows it.
create function api_decimal(value numeric) returns text language sql immutable parallel safe
  return case when right(round(value, 2)::text, 1) = '0' then left(round(value, 2)::text, -1) else round(value, 2)::text end;

-- The first to the last night on which two maps differ. A map that only moved on with the days does not differ.
create function map_difference(old_begins date, old_map bigint[], new_begins date, new_map bigint[]) returns daterange
  language sql immutable parallel safe
begin atomic
  select case when count(*) = 0 then null else daterange(min(night), max(night), '[]') end
  from (select old_begins + position::integer - 1 as night, value from unnest(old_map) with ordinality as nights (value, position)) as before
  full join (select new_begins + position::integer - 1 as night, value from unnest(new_map) with ordinality as nights (value, position)) as after
    using (night)
  where before.value is distinct from after.value and (new_begins is null or night >= new_begins);
end;

-- The changed part of a map of 1096 nights, from its first to its last night.
create function map_part(begins date, map bigint[], part daterange, hundredths boolean) returns jsonb
  language sql immutable parallel safe
begin atomic
  select case when map is null or begins is null then null else jsonb_build_object('start_date', lower(part), 'values', (
    select jsonb_agg(case when hundredths then to_jsonb(api_decimal(value / 100.0)) else to_jsonb(value) end order by night)
    from unnest(map) with ordinality as nights (value, position)
    cross join lateral (select begins + position::integer - 1 as night) as nightly
    where night <@ part
  )) end;
end;

create function dates_json(nights datemultirange) returns jsonb language sql immutable parallel safe
begin atomic
  select jsonb_agg(jsonb_build_object('start_date', lower(part), 'end_date', upper(part) - 1) order by part)
  from unnest(case when (select count(*) from unnest(nights)) > 31 then datemultirange(range_merge(nights)) else nights end) as part;
end;

-- All nights that can still be sold.
create function nights_ahead() returns datemultirange language sql stable parallel safe
  return datemultirange(daterange((now() at time zone 'UTC')::date, null));

-- The same nights, extended by some days on both sides.
create function widened(nights datemultirange, days integer) returns datemultirange language sql immutable parallel safe
begin atomic
  select coalesce(range_agg(daterange(lower(part) - days, upper(part) + days)), '{}') from unnest(nights) as part;
end;

-- Formats a time as the API shows it. Stable, not immutable: PostgreSQL would not inline it otherwise, and the
-- seven calls of a booking took a fifth of its recording.
create function api_time(value timestamptz) returns text language sql stable parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');

-- The union of two lists of scopes.
create function scopes_together(given text[], further text[]) returns text[] language sql immutable parallel safe
return array(select distinct unnest(given || further) order by 1);

-- Folds a text for search: "José" becomes "jose", "Straße" becomes "strasse". ASCII takes the short path.
create function plain_text(written text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(written) = length(written) then lower(written)
    else lower(regexp_replace(normalize(
      translate(
        replace(replace(replace(replace(replace(replace(replace(replace(written,
          'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
        'øØłŁđĐðÐı', 'oollddddi'), nfd), '[\u0300-\u036f]', '', 'g')) end
$$;

-- The digits of a telephone number with its country code. National numbers take the given country, or no code.
-- Zeros before the national number are dropped: "+49 (0)170" equals "0049 170".
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
  -- No country drops other leading digits.
  return code || case
    when code = '1' then regexp_replace(digits, '^1(?=\d{10}$)', '')
    when code in ('7', '375', '993') then regexp_replace(digits, '^8(?=\d{8,10}$)', '')
    when code = '36' then regexp_replace(digits, '^6(?=\d{8,9}$)', '')
    else digits end;
end
$$;

create function sought_phones(phones json, addresses json) returns text language sql immutable parallel safe as $$
  select ' ' || string_agg(public.phone_digits(phone ->> 'number',
    coalesce(nullif(phone ->> 'country_code', ''), addresses -> 0 ->> 'country_code')), ' ') || ' '
  from json_array_elements(phones) as phone where phone ->> 'number' <> ''
$$;

-- Folds a name as people spell it on another keyboard: "Müller" becomes "mueller".
create function spelled_text(written text) returns text language sql immutable strict parallel safe as $$
  select public.plain_text(case when octet_length(written) = length(written) then written
    else replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(normalize(written, nfc),
      'ä', 'ae'), 'Ä', 'ae'), 'ö', 'oe'), 'Ö', 'oe'), 'ü', 'ue'), 'Ü', 'ue'), 'å', 'aa'), 'Å', 'aa'), 'ø', 'oe'), 'Ø', 'oe') end)
$$;

-- The text a guest is found by: name and company in both spellings, and each number between blanks.
create function sought_name(fullname text, company text) returns text language sql immutable parallel safe as $$
  select public.plain_text(written) || case when octet_length(written) = length(written) then '' else E'\n' || public.spelled_text(written) end
  from (select coalesce(fullname, '') || ' ' || coalesce(company, '') as written) as whole
$$;
