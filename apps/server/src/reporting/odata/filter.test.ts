import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../platform/http/problem.ts';
import { conditionSql, SqlParameters } from '../query/condition.ts';
import { findDataSet } from '../query/parse-query.ts';
import { parseFilter } from './filter.ts';

const orders = findDataSet('orders');

/** Returns the condition as SQL with its parameters inlined, for readable expectations. */
function sqlOf(filter: string): string {
  const values = new SqlParameters();
  const text = conditionSql(parseFilter(filter, orders), values);
  return text.replaceAll(/\$(\d+)::(?:double precision|[a-z]+)(\[\])?/g, (_, ordinal: string) =>
    JSON.stringify(values.all[Number(ordinal) - 1]),
  );
}
const problem = (filter: string): Problem => {
  try {
    parseFilter(filter, orders);
  } catch (error) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return error as Problem;
  }
  return expect.fail(`${filter} was read`);
};

describe('$filter', () => {
  it.each([
    [`stage eq 'completed'`, `stage = "completed"`],
    [`stage ne 'completed'`, `stage is distinct from "completed"`],
    [`gmv gt 100000.5`, `gmv > "100000.5"`],
    [`-5 le units`, `units >= "-5"`],
    [`committed_day ge 2026-11-01`, `committed_day >= "2026-11-01"`],
    [`created_at lt 2026-11-01T00:00:00+07:00`, `created_at < "2026-10-31T17:00:00.000Z"`],
    [`created_at ge 2026-11-01`, `created_at >= "2026-11-01T00:00:00.000Z"`],
    [`committed_day eq null`, `committed_day is null`],
    [`committed_day ne null`, `(committed_day is null) is not true`],
    [`is_cod`, `is_cod = "true"`],
    [`false eq is_cod`, `is_cod = "false"`],
    [`true ne is_cod`, `is_cod is distinct from "true"`],
    [`null eq committed_day`, `committed_day is null`],
    [`is_cod eq false and not is_split`, `(is_cod = "false" and (is_split = "true") is not true)`],
    [`stage in ('completed','shipping')`, `stage = any(["completed","shipping"])`],
    [`contains(shop_name,'Huế')`, `strpos(shop_name, "Huế") > 0`],
    [`startswith(order_id, '12') eq true`, `starts_with(order_id, "12")`],
    [`endswith(order_id,'9') eq false`, `(right(order_id, length("9")) = "9") is not true`],
    [`contains(tolower(shop_name),'nón')`, `strpos(lower(shop_name), "nón") > 0`],
    [`year(created_at) eq 2026`, `extract(year from created_at)::integer = "2026"`],
    [`date(created_at) eq 2026-11-01`, `(created_at at time zone 'UTC')::date = "2026-11-01"`],
    [`length(order_id) gt 10`, `length(order_id) > "10"`],
    [
      `stage eq 'a' or stage eq 'b' and units gt 1`,
      `(stage = "a" or (stage = "b" and units > "1"))`,
    ],
    [
      `(stage eq 'a' or stage eq 'b') and units gt 1`,
      `((stage = "a" or stage = "b") and units > "1")`,
    ],
    [`payment_method eq 'it''s'`, `payment_method = "it's"`],
    [`shop_id eq 'nothing'`, `shop_id = "00000000-0000-0000-0000-000000000000"`],
  ])('parses %s', (filter, sql) => {
    expect(sqlOf(filter)).toBe(sql);
  });

  it.each([
    ['stage eq', 'filter_syntax', 9],
    [`stage = 'a'`, 'filter_syntax', 7],
    [`(stage eq 'a'`, 'filter_syntax', 14],
    [`stage eq 'a' stage`, 'filter_syntax', 14],
    [`stage eq 'a`, 'filter_syntax', 10],
    ['stage', 'filter_syntax', null],
    ['null eq null', 'field_unknown', null],
    ['and', 'field_unknown', null],
    [`margin gt 1`, 'field_unknown', null],
    [`gmv gt 'x'`, 'value_invalid', null],
    [`committed_day eq 2026-02-30`, 'value_invalid', null],
    [`committed_day eq 0000-01-01`, 'value_invalid', null],
    [`committed_at lt 0000-01-01T00:00:00Z`, 'value_invalid', null],
    [`committed_at lt 9999-12-31T23:59:59-07:00`, 'value_invalid', null],
    [`committed_day eq '2026-11-01'`, 'value_invalid', null],
    [`stage eq 5`, 'value_invalid', null],
  ])('explains the error in %s', (filter, code, position) => {
    const found = problem(filter);
    expect(found).toMatchObject({ status: 400, code });
    if (position !== null) expect(found.details?.['position']).toBe(position);
  });

  it.each([
    'gmv add 5 gt 10',
    'gmv gt net_sales',
    'items/any(i:i/units gt 1)',
    'year(stage) eq 1',
    `concat(stage,'a') eq 'b'`,
    'geo.distance(a,b) lt 1',
  ])('refuses the unsupported %s', (filter) => {
    const { status } = problem(filter);
    expect([400, 501]).toContain(status);
  });

  it('allows no SQL injection: any text becomes a value or an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(text.isWellFormed() && !text.includes('\0'));
        const values = new SqlParameters();
        const filter = `stage eq '${text.replaceAll("'", "''")}'`;
        expect(conditionSql(parseFilter(filter, orders), values)).toBe('stage = $1::text');
        expect(values.all).toEqual([text]);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseFilter(text, orders);
        } catch (error) {
          expect(error).toHaveProperty('status');
        }
      }),
    );
  });

  it('limits the nesting depth', () => {
    expect(problem(`${'('.repeat(5000)}is_cod${')'.repeat(5000)}`).status).toBe(400);
    expect(problem(`${'not '.repeat(1500)}is_cod`).status).toBe(400);
  });
});
