/** The largest file that is taken for a reconciliation, in bytes. Apart, so that the browser ships no schema for it. */
export const maxFileBytes = 20 * 1024 * 1024;
