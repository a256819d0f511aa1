-- locks: inquiries, mails, while a column and its foreign key are added

-- The inquiry that a rule's mail is about: its guest may be no client yet, and the mail is erased with the inquiry.
alter table mails add column inquiry_id bigint;
alter table mails add foreign key (account_id, inquiry_id) references inquiries;
create index mails_of_inquiry on mails (account_id, inquiry_id) where inquiry_id is not null;
