-- locks: mails, while triggers are created

-- An invoice shows when it was last mailed, so its mails change the account's content. Other mails do not.
create trigger content_written after insert or update on mails for each row
  when (new.invoice_id is not null and current_setting('roost.noted_content', true) is distinct from new.account_id::text)
  execute function note_content();
create trigger content_erased after delete on mails for each row
  when (old.invoice_id is not null and current_setting('roost.noted_content', true) is distinct from old.account_id::text)
  execute function note_content();
