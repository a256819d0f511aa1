-- locks: none

-- Templates became Liquid, where {% begins a tag and {{{ is an error. Older texts keep their meaning: both braces become outputs.
update message_templates set subject = escaped.subject, body = escaped.body
from (
  select account_id, id,
    (select coalesce(jsonb_object_agg(key, replace(regexp_replace(value, '\{(\{\{[^{}]*\}\})', '{{ "{" }}\1', 'g'), '{%', '{{ "{%" }}')), '{}')
     from jsonb_each_text(subject)) as subject,
    (select coalesce(jsonb_object_agg(key, replace(regexp_replace(value, '\{(\{\{[^{}]*\}\})', '{{ "{" }}\1', 'g'), '{%', '{{ "{%" }}')), '{}')
     from jsonb_each_text(body)) as body
  from message_templates
  where (subject::text || body::text) ~ '\{%|\{\{\{'
) as escaped
where message_templates.account_id = escaped.account_id and message_templates.id = escaped.id;
