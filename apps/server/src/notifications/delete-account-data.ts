import { sql, type Database } from '../platform/database/database.ts';
import { deleteSubscriptionsOf } from './push/subscription-store.ts';
import { deletePhoneOf } from './zalo/phone-store.ts';

const deleteDeliveriesStatement = sql(
  'notifications.drop_deliveries',
  'delete from notifications.delivery where tenant_id = $1 and account_id = $2',
);
const deletePreferenceStatement = sql(
  'notifications.drop_preference',
  'delete from notifications.preference where tenant_id = $1 and account_id = $2',
);
const deleteEventsStatement = sql(
  'notifications.drop_events_about',
  `delete from notifications.event
   where tenant_id = $1 and (account_id = $2 or data -> 'by' ->> 'id' = $2)`,
);

const deleteMessagesStatement = sql(
  'notifications.drop_messages',
  'delete from notifications.channel_message where tenant_id = $1 and account_id = $2',
);

/**
 * Deletes an account's devices, telephone number, deliveries and preferences, and the events that are for it or name it
 * as the actor.
 */
export async function deleteAccountData(
  database: Database,
  tenantId: string,
  accountId: string,
): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    await tx.execute(deleteMessagesStatement, [tenantId, accountId]);
    await deleteSubscriptionsOf(tx, accountId);
    await deletePhoneOf(tx, accountId);
    await tx.execute(deleteDeliveriesStatement, [tenantId, accountId]);
    await tx.execute(deletePreferenceStatement, [tenantId, accountId]);
    await tx.execute(deleteEventsStatement, [tenantId, accountId]);
  });
}
