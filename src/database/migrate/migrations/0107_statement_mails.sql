-- locks: contacts, mails, rentals, while columns and foreign keys are added

-- Erasing a contact erases the mails to them.
alter table mails add column contact_id bigint;
alter table mails add foreign key (account_id, contact_id) references contacts;
create index mails_of_contact on mails (account_id, contact_id) where contact_id is not null;

-- The statements that a mail brought to an owner.
create table statement_mails (
  account_id bigint not null,
  rental_id bigint not null,
  -- The month's first day.
  month date not null,
  mail_id bigint not null,
  primary key (account_id, rental_id, month, mail_id),
  foreign key (account_id, rental_id) references rentals,
  foreign key (account_id, mail_id) references mails
);
create index statement_mails_of_mail on statement_mails (account_id, mail_id);
select make_account_table('statement_mails');
