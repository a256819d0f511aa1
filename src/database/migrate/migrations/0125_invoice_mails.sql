-- locks: invoices, mails, while a column and its foreign key are added

-- The invoice whose files a mail brings to the guest.
alter table mails add column invoice_id bigint;
alter table mails add foreign key (account_id, invoice_id) references invoices;
create index mails_of_invoice on mails (account_id, invoice_id) where invoice_id is not null;
