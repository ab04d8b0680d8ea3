import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfiguration } from './configuration.ts';
import { choosePoolSizes } from './pool-sizes.ts';

const operations = readFileSync(
  join(import.meta.dirname, '../../../../../docs/operations.md'),
  'utf8',
);

it.each([
  ['web,api', '`web,api`'],
  ['identity', '`identity`'],
  ['worker', '`worker`'],
  ['web,api,identity,worker', 'all in one process'],
])('a process of %s opens as many connections as docs/operations.md says', (roles, row) => {
  const configuration = loadConfiguration({ ROLES: roles });
  const { application, identity, queue } = choosePoolSizes(configuration);
  // Processes with an API listen for events, processes with a worker for jobs: one connection each.
  const listening = ['api', 'worker'].filter((role) => roles.includes(role)).length;
  const line = operations.split('\n').findLast((each) => each.startsWith(`| ${row} `)) ?? '';
  const documented = Number(line.split('|').at(-2));
  expect(application + identity + queue + listening).toBe(documented);
});
