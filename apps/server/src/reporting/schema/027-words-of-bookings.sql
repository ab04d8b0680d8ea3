-- What a line was told with, word for word; the page that holds it is kept once. Null for lines that came before.
alter table reporting.settlement_line add column raw_hash uuid;
