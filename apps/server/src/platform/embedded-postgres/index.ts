export { EmbeddedPostgresError } from './failure.ts';
export { startEmbeddedPostgres } from './supervisor.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './supervisor.ts';
