-- The page of the application that a person was on the way to when they registered; a path of its origin.
alter table identity.registration add column return_path text;
