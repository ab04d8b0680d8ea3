import { expect, it } from 'vitest';
import { root } from '../running/settings.ts';
import { findContractingStatements, findMigrationProblems } from './migration-rules.ts';
import { readSchemas } from './source-files.ts';

const count = (text: string) => findContractingStatements(text).length;

it.each([
  'drop table a.b',
  'DROP VIEW a.v;',
  'drop index a.b_key',
  'alter table a.b drop column c',
  'alter table only a.b drop constraint c',
  'alter table a.b\n  rename column c to d',
  'alter view a.v rename to w',
  'alter table a.b alter column c type bigint',
  'alter table a.b alter c set data type bigint',
  'alter table a.b alter column c set not null',
  'alter table a.b add column c text not null',
  'alter table a.b add column c text default 1, add column d text not null',
  'alter table a.b add column c numeric(10, 2) not null, add column d text',
  'alter table a.b add constraint c check (d > 0) not valid',
  'alter table a.b enable row level security',
  'create unique index b_key on a.b (tenant_id, c)',
  'revoke insert on a.b from seller_connect_app',
  'truncate a.b',
  'do $$ begin if true then drop table a.b; end if; end $$',
])('requires a contract marker for a breaking statement: %s', (statement) => {
  expect(count(statement)).toBe(1);
});

it.each([
  'create table a.b (c text not null)',
  'create table a.b (c text); alter table a.b add constraint d check (c > 0); create unique index e on a.b (c)',
  'alter table a.b add column c text',
  "alter table a.b add column c text not null default ';'",
  'alter table a.b alter column c drop not null',
  'create index b_c on a.b (tenant_id, c)',
  'create or replace view a.v as select 1',
  'update a.b set c = 1',
  "-- drop table a.b;\ncomment on table a.b is 'never; drop table a.b'",
  'create or replace function a.f() returns void as $$ begin drop table a.b; end $$ language plpgsql',
])('requires none for a statement that only expands the schema: %s', (statement) => {
  expect(count(statement)).toBe(0);
});

it('requires a marker to name an earlier migration', () => {
  const of = (marker: string) =>
    findMigrationProblems([
      {
        path: 'apps/server/src/a/schema/015-b.sql',
        text: `-- contract: needs ${marker}\ndrop table a.b`,
      },
    ]);
  expect(of('014')).toEqual([]);
  expect(of('015')).toHaveLength(1);
  expect(of('latest')).toEqual([expect.stringContaining('drops what an older version may use')]);
});

it('accepts the migrations of the project', () => {
  expect(findMigrationProblems(readSchemas(root))).toEqual([]);
  expect(() => findMigrationProblems([])).toThrow('no file');
});
