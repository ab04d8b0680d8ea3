import { Type, type Static } from 'typebox';
import type { CamelRow, Database, Sql } from '../database.ts';

/** A crash point at a named SQL statement. */
export const StatementCrashPoint = Type.Object({
  statement: Type.String(),
  /** Before the statement is sent, after its response, or after its transaction is committed. */
  when: Type.Enum(['before', 'after', 'committed']),
  /** Which execution, counted from 1. */
  occurrence: Type.Integer({ minimum: 1 }),
});
export type StatementCrashPoint = Static<typeof StatementCrashPoint>;

/** Wraps a database so that the process crashes at one crash point. */
export function createCrashingDatabase(
  database: Database,
  crashPoint: StatementCrashPoint,
  crash: () => void,
): Database {
  let occurrences = 0;

  /** Calls `onReached` after the crash point's statement was executed. */
  function wrap(sql: Sql, onReached: () => void): Sql {
    async function around<T>(name: string, run: () => Promise<T>): Promise<T> {
      const isCrashPoint =
        name === crashPoint.statement && (occurrences += 1) === crashPoint.occurrence;
      if (isCrashPoint && crashPoint.when === 'before') crash();
      const answer = await run();
      if (isCrashPoint) onReached();
      return answer;
    }
    return {
      query: <Row extends CamelRow<Row>>(...[statement, values]: Parameters<Sql['query']>) =>
        around(statement.name, () => sql.query<Row>(statement, values)),
      execute: (statement, values) => around(statement.name, () => sql.execute(statement, values)),
    };
  }

  async function inTransaction<T>(open: (within: (sql: Sql) => Sql) => Promise<T>): Promise<T> {
    let reached = false;
    const answer = await open((sql) =>
      wrap(sql, () => {
        reached = true;
        if (crashPoint.when === 'after') crash();
      }),
    );
    if (reached) crash();
    return answer;
  }

  return {
    ...database,
    ...wrap(database, crash),
    tenant: (tenantId, work) =>
      inTransaction((within) =>
        database.tenant(tenantId, (tx) => work({ ...within(tx), tenantId: tx.tenantId })),
      ),
    transaction: (work) =>
      inTransaction((within) => database.transaction((tx) => work(within(tx)))),
  };
}
