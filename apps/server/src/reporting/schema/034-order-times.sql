-- When the carrier took the parcel, when it reached the buyer, and when the whole order was cancelled. Null until then, and
-- where the marketplace does not report it.
alter table reporting.sales_order
  add column shipped_at timestamptz,
  add column delivered_at timestamptz,
  add column cancelled_at timestamptz;
