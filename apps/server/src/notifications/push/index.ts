import type { Configuration } from '../../platform/config/configuration.ts';
import type { Database } from '../../platform/database/database.ts';
import { isPushEndpoint, messageHosts } from '../../platform/http/hosts/message-hosts.ts';
import { postToPublicHost } from '../../platform/http/hosts/public-hosts.ts';
import type { Log } from '../../platform/log.ts';
import type { SendOverChannel } from '../delivery/channel-messages.ts';
import type { PushKeys } from './push-keys.ts';
import { sendPush, type PushTransport } from './send-push.ts';
import { deleteSubscription, findSubscription } from './subscription-store.ts';

export interface PushDependencies {
  database: Database;
  keys: () => Promise<PushKeys>;
  transport: PushTransport;
  log: Pick<Log, 'warn'>;
}

const urgencies = { negative: 'high', attention: 'normal', positive: 'low' } as const;

/** Creates the channel to browsers that have subscribed (Web Push, RFC 8030). */
export function createPushChannel(dependencies: PushDependencies): SendOverChannel {
  const { database, transport, log } = dependencies;
  return async (tenantId, message, { tone, language, rendered }) => {
    const keys = await dependencies.keys();
    const { targetId, eventId, expiresAt } = message;
    const subscription = await findSubscription(database, tenantId, targetId, keys.publicKey);
    if (subscription === null) return { kind: 'done' };
    const { title, text, action } = rendered;
    const outcome = await sendPush(transport, keys, subscription, {
      content: { title, text, path: action.href, language, tag: eventId },
      urgency: urgencies[tone],
      ttlSeconds: Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 1000)),
    });
    switch (outcome.kind) {
      case 'retry':
        return outcome;
      case 'gone':
        await deleteSubscription(database, tenantId, targetId);
        return { kind: 'done' };
      case 'refused':
        log.warn(
          { event: 'notifications.push_refused', tenantId, status: outcome.status },
          'Push service refused a message',
        );
        return { kind: 'done' };
      case 'sent':
        return { kind: 'done' };
    }
  };
}

/** Returns the transport to push services of browsers. */
export function createPushTransport(
  configuration: Pick<Configuration, 'demo' | 'HOST' | 'appOrigin' | 'MAIL_FROM'>,
): PushTransport {
  const { appOrigin, MAIL_FROM } = configuration;
  const sender = MAIL_FROM?.match(/[^\s<>]+@[^\s<>]+/)?.[0];
  const fallback = appOrigin.startsWith('https:')
    ? appOrigin
    : `mailto:no-reply@${new URL(appOrigin).hostname}`;
  return {
    contact: sender === undefined ? fallback : `mailto:${sender}`,
    isEndpoint: (url) => isPushEndpoint(url, configuration),
    post: (request) => postToPublicHost(request, messageHosts(configuration)),
  };
}
