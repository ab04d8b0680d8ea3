import { AsyncLocalStorage } from 'node:async_hooks';
import type { CamelRow, Database, Statement } from '../../platform/database/database.ts';

/**
 * Records the statements that a transaction awaits on another connection. Transactions that hold all connections of a
 * pool would wait for each other.
 */
export function recordNestedStatements() {
  const nested: string[] = [];
  const transaction = new AsyncLocalStorage<true>();
  function record(name: string): void {
    if (transaction.getStore()) nested.push(name);
  }
  return {
    nested,
    watch: (database: Database): Database => ({
      ...database,
      query<Row extends CamelRow<Row>>(statement: Statement, values?: readonly unknown[]) {
        record(statement.name);
        return database.query<Row>(statement, values);
      },
      execute(statement, values) {
        record(statement.name);
        return database.execute(statement, values);
      },
      tenantRead<Row extends CamelRow<Row>>(
        tenantId: string,
        statement: Statement,
        values?: readonly unknown[],
      ) {
        record(statement.name);
        return database.tenantRead<Row>(tenantId, statement, values);
      },
      tenant(tenantId, work) {
        record('tenant transaction');
        return database.tenant(tenantId, (tx) => transaction.run(true, () => work(tx)));
      },
      transaction(work) {
        record('transaction');
        return database.transaction((tx) => transaction.run(true, () => work(tx)));
      },
    }),
  };
}
