import type { Configuration } from './configuration.ts';

/** Connections for work outside a process's own roles: token checks, data of removed accounts. */
const minPoolSize = 4;

/** Returns the maximum number of connections per pool, by the roles of the process. */
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
