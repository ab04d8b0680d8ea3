import type { ZaloSettings } from '../../platform/config/zalo-settings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log.ts';
import type { KeyProvider, Vault } from '../../platform/vault/vault.ts';
import type { SendOverChannel } from '../delivery/channel-messages.ts';
import { mutePageRoutes, type RenderPage } from '../mute-pages.ts';
import { createPhoneMuteLinks, phoneMutePages } from './mute-links.ts';
import { phoneRoutes } from './phone-routes.ts';
import { receiptRoutes } from './receipts.ts';
import { createZaloChannel, createZaloSender } from './zalo-channel.ts';
import { createZaloClient } from './zalo-client.ts';
import { openZaloAccess } from './zalo-tokens.ts';

export interface ZaloDependencies {
  database: Database;
  vault: Vault;
  keys: Pick<KeyProvider, 'keyIds' | 'deriveKey'>;
  /** Null if the operator has no Official Account: the channel is not offered then. */
  settings: ZaloSettings | null;
  renderPage: RenderPage;
  log: Pick<Log, 'info' | 'error'>;
  now: () => Date;
}

export interface Zalo {
  settings: ZaloSettings | null;
  routes(http: Http): void;
  /** Null if the channel is not offered. */
  channel: SendOverChannel | null;
}

/** Creates the notifications by Zalo: telephone numbers, their codes, and the channel. */
export async function createZalo(dependencies: ZaloDependencies): Promise<Zalo> {
  const { database, vault, settings, renderPage, log, now } = dependencies;
  const keys = await Promise.all(
    dependencies.keys.keyIds.map((keyId) => dependencies.keys.deriveKey(keyId, 'zalo')),
  );
  const links = createPhoneMuteLinks(keys);
  const client = settings && createZaloClient(settings);
  const sender =
    client &&
    createZaloSender(
      client,
      await openZaloAccess({ database, vault, client, seed: settings.refreshToken, log }),
    );
  return {
    settings,
    routes(http) {
      phoneRoutes(http, { database, settings, sender, keys, log });
      receiptRoutes(http, { database, settings, log });
      mutePageRoutes(http, renderPage, phoneMutePages(database, links));
    },
    channel:
      settings && sender
        ? createZaloChannel({ database, settings, sender, links, log, now })
        : null,
  };
}
