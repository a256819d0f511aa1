-- locks: none
-- Up to where in the write-ahead log accounts have written: a replica that has got that far shows all of it (docs/decisions/0068). Account 0
-- says since when this is known, account -1 stands for everybody. Unlogged: a crash or a failover empties it, and with it ends whatever it says.
create unlogged table write_positions (
  account bigint primary key,
  position pg_lsn not null
);

-- Which life of the database this is: another one begins whenever the table above was emptied. A replica that has it follows this server.
create table primary_life (
  is_only boolean primary key default true check (is_only),
  life uuid not null
);
