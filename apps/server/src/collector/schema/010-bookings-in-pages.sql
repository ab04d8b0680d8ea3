-- How many items at the end of a page are bookings of the money ledger. The ledger knows which of them are kept already,
-- so they have no row each in raw_item: most items of a shop are bookings, and nothing asks for one by its name.
alter table collector.raw_page add column bookings integer not null default 0;
