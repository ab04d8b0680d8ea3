-- The shops of an alert rule about several ones. Its `shop_id` is the zero UUID: a version that does not know the list
-- finds no such shop and evaluates nothing. The list of other rules is not read, because that version does not empty it.
alter table reporting.alert_rule add column shop_ids uuid[] not null default '{}';
