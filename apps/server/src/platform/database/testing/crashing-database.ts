import { Type, type Static } from 'typebox';
import type { Database, Sql } from '../database.ts';

/** A moment of a program's work, named by one of its statements. */
export const DyingStatement = Type.Object({
  /** The statement's name. */
  statement: Type.String(),
  /** Before it is sent, once it is answered, or once its transaction is committed. */
  when: Type.Union([Type.Literal('before'), Type.Literal('after'), Type.Literal('committed')]),
  /** At which of its executions, counted from 1. */
  turn: Type.Integer({ minimum: 1 }),
});
export type DyingStatement = Static<typeof DyingStatement>;

/** A database at which the program dies at exactly one moment. */
export function dyingDatabase(
  database: Database,
  moment: DyingStatement,
  die: () => void,
): Database {
  let turns = 0;

  /** `onReached` is told when the moment's statement was executed. */
  function wrap(sql: Sql, onReached: () => void): Sql {
    async function around<T>(name: string, run: () => Promise<T>): Promise<T> {
      const isIt = name === moment.statement && (turns += 1) === moment.turn;
      if (isIt && moment.when === 'before') die();
      const answer = await run();
      if (isIt) onReached();
      return answer;
    }
    return {
      query: <Row extends object>(...[statement, values]: Parameters<Sql['query']>) =>
        around(statement.name, () => sql.query<Row>(statement, values)),
      execute: (statement, values) => around(statement.name, () => sql.execute(statement, values)),
    };
  }

  async function inTransaction<T>(open: (within: (sql: Sql) => Sql) => Promise<T>): Promise<T> {
    let reached = false;
    const answer = await open((sql) =>
      wrap(sql, () => {
        reached = true;
        if (moment.when === 'after') die();
      }),
    );
    if (reached) die();
    return answer;
  }

  return {
    ...database,
    ...wrap(database, die),
    tenant: (tenantId, work) =>
      inTransaction((within) =>
        database.tenant(tenantId, (tx) => work({ ...within(tx), tenantId: tx.tenantId })),
      ),
    transaction: (work) =>
      inTransaction((within) => database.transaction((tx) => work(within(tx)))),
  };
}
