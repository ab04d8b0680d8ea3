import type { NotificationKind } from '@seller-connect/contract';
import type { NotificationInput } from '../../notifications/index.ts';

/** What stands out, by kind: the name under which it is told once, and what its words are made of. */
export type AlertFindings<Kind extends NotificationKind> = Map<
  Kind,
  { key: string; facts: Partial<NotificationInput['facts']> }
>;
