-- locks: accounts, stored_files, while columns and a table are added

-- What an invoice needs of the business (docs/guides/invoices.md).
alter table accounts
  add column legal_name text,
  add column vat_number text,
  add column tax_number text,
  add column registration_number text,
  add column bank_account_holder text,
  add column iban text,
  add column bic text,
  add column invoice_prefix text,
  add column invoice_footer text,
  add column vat_exemption_reason text;

-- Not a column of accounts: its files name their account.
create table account_logos (
  account_id bigint not null references accounts,
  -- Null once it is removed.
  stored_file_id bigint,
  primary key (account_id),
  foreign key (account_id, stored_file_id) references stored_files
);
create index account_logos_by_file on account_logos (account_id, stored_file_id);
select make_account_table('account_logos');
select make_content_table('account_logos');

select make_recorded_table('accounts', 'preferences_general_settings', '{
  business_name,email,phone,mobile,website,address1,address2,city,state,zip,country_code,legal_name,vat_number,tax_number,
  registration_number,bank_account_holder,iban,bic,invoice_prefix,invoice_footer,vat_exemption_reason,default_communication_locale,
  time_zone,default_arrival_time,default_arrival_end_time,default_departure_time,default_currency,default_downpayment,
  default_balance_due,mail_sender_name,mail_reply_to,mails_booking_confirmations,mails_balance_reminders,
  mail_guests_from_api,created_at
}');
-- As in baseline/03_resources.sql: accounts are created outside of any account's scope.
alter function record_new_preferences_general_settings() security definer set search_path = public, pg_temp;
alter function record_changed_preferences_general_settings() security definer set search_path = public, pg_temp;
revoke execute on function record_new_preferences_general_settings(), record_changed_preferences_general_settings() from public;
