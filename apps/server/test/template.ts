/** The database that every test database is copied from; migrated once per run. */
export const templateDatabase = 'migrated_template';
