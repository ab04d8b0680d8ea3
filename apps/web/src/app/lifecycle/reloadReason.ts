import { createStore } from '@seller-connect/ui';

/**
 * Why this page is out of date: a new version was installed, or the language was changed in another tab while a form
 * was being filled in here. A reload fixes both, and neither forces one.
 */
export type ReloadReason = 'version' | 'language';

export const reloadReason = createStore<ReloadReason | null>(null);
