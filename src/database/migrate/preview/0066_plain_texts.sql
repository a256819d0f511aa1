-- locks: none
-- A text as searches compare it: "José" is "jose", "Straße" is "strasse". Plain ASCII, the usual text, takes the short way.
create function plain_text(written text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(written) = length(written) then lower(written)
    else lower(regexp_replace(normalize(
      translate(
        replace(replace(replace(replace(replace(replace(replace(replace(written,
          'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
        'øØłŁđĐðÐı', 'oollddddi'), nfd), '[\u0300-\u036f]', '', 'g')) end
$$;
