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

What a reporting tool reads: every data set of \`POST /reports/query\`, every entity set of the OData feed
and every file is one of these views of the schema \`rpt\`. This page is made from the database's own
catalogue. [metrics.md](metrics.md) defines the metrics.

**A contract.** Version 1. A column may be added at any time. A column that would be renamed, removed or given another type
comes in a new view (\`orders_v2\`) beside the old one, which stays. Ids are text and stay text: a number of 18 digits is
not exact in JSON, a spreadsheet or a float. Amounts are exact decimals in the row's own currency, instants are UTC,
days are the shop's own. Buyers' names, addresses and telephone numbers are in no view.

**Whose rows.** A view reads with the rights of whoever asks (\`security_invoker\`), and row-level security shows nothing but the
asker's own team.

**Sums and ratios.** Every metric here is a sum. A ratio has no column: divide the two sums that [metrics.md](metrics.md) names,
after adding them up.

${parts.join('\n\n')}
`;
}
