import type { NotificationKind } from '@seller-connect/contract';
import type { NotificationInput } from '../../notifications/index.ts';

/** Findings by kind. `key` deduplicates the notification; `facts` fill its text. */
export type AlertFindings<Kind extends NotificationKind> = Map<
  Kind,
  { key: string; facts: Partial<NotificationInput['facts']> }
>;
