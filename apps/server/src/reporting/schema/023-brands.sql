-- The brand of a product as its marketplace tells it: empty where it says that there is none, null where it does not
-- tell. Known products get theirs with the next reading of the catalogue.
alter table reporting.listing add column brand text;
