/**
 * Maximum size of a reconciliation file, in bytes. A module of its own, so that the browser bundles no schema with it.
 */
export const maxFileBytes = 20 * 1024 * 1024;
