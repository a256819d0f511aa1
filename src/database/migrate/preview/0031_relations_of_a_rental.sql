-- Where an account is far larger than most, PostgreSQL, which goes by the average, takes an account's rows to be few, and the primary key to be
-- as good as the index that has the rental too: for each rental of a page it read all maps, fees, photos and so on of the account. What an
-- index answers without the table is cheaper by enough to be chosen (docs/decisions/0053-searches-of-many-rentals.md).
create index mid_term_rate_maps_of_rental on mid_term_rate_maps (account_id, rental_id) include (id);

drop index rentals_fees_of_rental;
create index rentals_fees_of_rental on rentals_fees (account_id, rental_id, id) include (archived_at);

drop index photos_of_rental;
create index photos_of_rental on photos (account_id, rental_id, id) include (deleted_at);

create index rentals_amenities_of_rental on rentals_amenities (account_id, rental_id, id) include (deleted_at);

drop index special_offers_of_rental;
create index special_offers_of_rental on special_offers (account_id, rental_id, id) include (deleted_at);

drop index bathrooms_of_rental;
create index bathrooms_of_rental on bathrooms (account_id, rental_id, id) include (deleted_at);

drop index bedrooms_of_rental;
create index bedrooms_of_rental on bedrooms (account_id, rental_id, id) include (deleted_at);

drop index living_rooms_of_rental;
create index living_rooms_of_rental on living_rooms (account_id, rental_id, id) include (deleted_at);

-- The same of the periods of each season, of which the prices of rentals are made.
drop index periods_of_season;
create index periods_of_season on periods (account_id, season_id, id) include (start_date, end_date, archived_at);
