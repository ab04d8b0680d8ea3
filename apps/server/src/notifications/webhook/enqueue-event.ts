import type { NotificationKind } from '@seller-connect/contract';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { Facts } from '../messages/facts.ts';
import { renderNotification } from '../messages/render.ts';
import { insertDelivery } from './delivery-store.ts';
import { lockWebhookAgainstDeletion } from './webhook-store.ts';

/** An event of the team as its webhook receives it. */
export interface WebhookEvent {
  eventId: string;
  kind: NotificationKind;
  facts: Facts;
  occurredAt: Date;
}

/** Enqueues events for the team's webhook, each once, in the transaction that fans them out. */
export async function enqueueForWebhook(
  tx: TenantTransaction,
  events: readonly WebhookEvent[],
  appOrigin: string,
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const webhook = await lockWebhookAgainstDeletion(tx);
  if (webhook === null || webhook.disabledAt !== null) return;
  for (const event of events) {
    const isWanted = event.facts.alert?.channels.webhook ?? true;
    if (!isWanted || !webhook.kinds.includes(event.kind)) continue;
    const payload = JSON.stringify(toPayload(event, appOrigin, now));
    await insertDelivery(tx, { eventId: event.eventId, type: event.kind, payload }, now);
  }
}

/** Returns the body of a request: the notification in both languages, and the values that it is rendered from. */
function toPayload(
  { eventId, kind, facts, occurredAt }: WebhookEvent,
  appOrigin: string,
  now: Date,
) {
  const { by: _by, alert, ...values } = facts;
  const vi = renderNotification(kind, facts, 'vi', now);
  const en = renderNotification(kind, facts, 'en', now);
  const { mutedBy: _mutedBy, channels: _channels, ...finding } = alert ?? {};
  return {
    type: kind,
    timestamp: occurredAt.toISOString(),
    data: {
      id: eventId,
      title: { vi: vi.title, en: en.title },
      text: { vi: vi.text, en: en.text },
      url: `${appOrigin}${en.action.href}`,
      ...values,
      ...(alert && { alert: finding }),
    },
  };
}

/** Enqueues a test. Returns its id. */
export function enqueueTest(tx: TenantTransaction, appOrigin: string, now: Date): Promise<string> {
  const payload = JSON.stringify({
    type: 'test',
    timestamp: now.toISOString(),
    data: {
      title: { vi: 'Thử webhook', en: 'Webhook test' },
      text: {
        vi: 'Webhook của bạn nhận được thông báo.',
        en: 'Your webhook receives notifications.',
      },
      url: `${appOrigin}/settings/notifications`,
    },
  });
  return insertDelivery(tx, { eventId: null, type: 'test', payload }, now);
}
