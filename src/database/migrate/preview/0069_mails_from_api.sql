-- locks: accounts, while a column is added
-- Applications' conversations mail no guest, unless the account switches that on (conventions.md, Resources beyond the catalogue).
alter table accounts add column mail_guests_from_api boolean not null default false;

select make_recorded_table('accounts', 'preferences_general_settings', array[
  'business_name', 'email', 'phone', 'mobile', 'website', 'address1', 'address2', 'city', 'state', 'zip',
  'country_code', 'default_communication_locale', 'time_zone', 'default_arrival_time', 'default_arrival_end_time',
  'default_departure_time', 'default_currency', 'default_downpayment', 'default_balance_due', 'mail_sender_name',
  'mail_reply_to', 'mails_booking_confirmations', 'mails_balance_reminders', 'mail_guests_from_api', 'created_at'
]);
-- Making the functions again made them the caller's.
alter function record_new_preferences_general_settings() security definer set search_path = public, pg_temp;
alter function record_changed_preferences_general_settings() security definer set search_path = public, pg_temp;
