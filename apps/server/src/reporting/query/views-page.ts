/** A column of a reporting view, as in the database's catalog. */
export interface ViewColumn {
  view: string;
  viewComment: string;
  column: string;
  type: string;
  comment: string;
}

/** Selects every column of the schema `rpt`, in order. Any role may run it. */
export const readViewColumnsSql = `
  select c.relname as view, coalesce(obj_description(c.oid, 'pg_class'), '') as "viewComment",
         a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
         coalesce(col_description(c.oid, a.attnum), '') as comment
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where n.nspname = 'rpt' and c.relkind = 'v'
   order by c.relname, a.attnum`;

/** Returns the text of docs/reporting-views.md, generated from the database's catalog. */
export function viewsPage(columns: readonly ViewColumn[]): string {
  const views = Map.groupBy(columns, (column) => column.view);
  const parts = [...views].map(([view, rows]) => {
    const lines = rows.map((row) => `| \`${row.column}\` | ${row.type} | ${row.comment} |`);
    return `## rpt.${view}

${rows[0]?.viewComment}

<!-- prettier-ignore-start -->

| column | type | meaning |
| --- | --- | --- |
${lines.join('\n')}

<!-- prettier-ignore-end -->`;
  });
  return `# Reporting views

The views of the schema \`rpt\`. Each data set of \`POST /reports/query\`, each entity set of the OData feed and each export
file is one of them. This page is generated from the database catalog. [metrics.md](metrics.md) defines the metrics.

**Contract.** Version 1. Columns may be added at any time. A column is never renamed, removed or given another type: such a
change creates a new view (\`orders_v2\`), and the old one stays. Ids are text, because numbers of 18 digits are not exact in
JSON, spreadsheets and floats. Amounts are exact decimals in the currency of the row, times are UTC, and days are in the time
zone of the shop. No view contains names, addresses or telephone numbers of buyers.

**Access.** Views run with the rights of the caller (\`security_invoker\`), and row-level security limits the rows to the
caller's team.

**Sums and ratios.** Every metric column is a sum. Ratios have no columns: add up the two sums that [metrics.md](metrics.md)
names, then divide.

${parts.join('\n\n')}
`;
}
