import type { Configuration } from './configuration.ts';

/** So many connections serve what a process asks beside its own roles: checks of tokens, what becomes of a gone account. */
const minPoolSize = 4;

/** How many connections a process opens at most, by what its roles ask of the database. */
export function choosePoolSizes({
  roles,
  DATABASE_POOL_SIZE,
  WORKER_CONCURRENCY,
}: Pick<Configuration, 'roles' | 'DATABASE_POOL_SIZE' | 'WORKER_CONCURRENCY'>) {
  const usesApplication = roles.has('api') || roles.has('worker');
  const minSize = Math.min(minPoolSize, DATABASE_POOL_SIZE);
  return {
    application: usesApplication ? DATABASE_POOL_SIZE : minSize,
    identity: roles.has('identity') ? DATABASE_POOL_SIZE : minSize,
    queue: roles.has('worker') ? 2 * WORKER_CONCURRENCY + 4 : 2,
  };
}
