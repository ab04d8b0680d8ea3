/** The database that every test database is a copy of; migrated once per run. */
export const templateDatabase = 'migrated_template';
