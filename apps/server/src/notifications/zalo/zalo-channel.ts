import type { NotificationKind } from '@seller-connect/contract';
import type { ZaloSettings } from '../../platform/config/zalo-settings.ts';
import { shortenText } from '../../platform/cut-text.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { SendOverChannel } from '../delivery/channel-messages.ts';
import type { PhoneMuteLinks } from './mute-links.ts';
import {
  findPhoneOfMessage,
  recordAcceptance,
  recordRefusal,
  type PhoneRefusal,
} from './phone-store.ts';
import { formatPhoneRef } from './phone-ref.ts';
import { ZaloError, type TemplateMessage, type ZaloClient } from './zalo-client.ts';
import type { ZaloAccess } from './zalo-tokens.ts';

/** What follows from a code of Zalo. */
export type Refusal =
  /** Concerns the number: `isFinal` if every further message would be refused too. */
  | { of: 'phone'; problem: PhoneRefusal; isFinal: boolean }
  /** Only codes are allowed from 22:00 to 06:00. */
  | { of: 'hour' }
  /** Another attempt may succeed. */
  | { of: 'moment' }
  /** The template or the account: the operator has to act. */
  | { of: 'operator' };

const byPhone = (problem: PhoneRefusal, isFinal: boolean): Refusal => ({
  of: 'phone',
  problem,
  isFinal,
});

/** @see https://zalo.cloud/zns/guidelines/handle-error-code */
const refusals: ReadonlyMap<number, Refusal> = new Map([
  [-100, { of: 'moment' }],
  [-108, byPhone('no_zalo', true)],
  [-110, byPhone('refused', false)],
  [-114, byPhone('refused', false)],
  [-115, byPhone('out_of_quota', false)],
  [-118, byPhone('no_zalo', true)],
  [-119, byPhone('refused', true)],
  [-133, { of: 'hour' }],
  [-139, byPhone('refused', true)],
  [-141, byPhone('refused', true)],
  [-144, byPhone('out_of_quota', false)],
  [-147, byPhone('out_of_quota', false)],
]);

/** Returns what follows from an error. A response that is missing or broken is worth another attempt. */
export function toRefusal({ code }: ZaloError): Refusal {
  if (code === null) return { of: 'moment' };
  return refusals.get(code) ?? { of: 'operator' };
}

/** Codes for an access token that is not valid any more. */
const tokenErrors = new Set([-124, -216, -220]);

export interface ZaloSender {
  /** Sends a message, with new tokens if Zalo refuses the old ones. Returns when Zalo sent it. @throws ZaloError */
  send(message: TemplateMessage): Promise<Date>;
}

export function createZaloSender(client: ZaloClient, access: ZaloAccess): ZaloSender {
  return {
    async send(message) {
      const token = await access.accessToken();
      try {
        return await client.send(token, message);
      } catch (error) {
        const isTokenRefused =
          error instanceof ZaloError && error.code !== null && tokenErrors.has(error.code);
        if (!isTokenRefused) throw error;
        return client.send(await access.accessToken(token), message);
      }
    },
  };
}

/** Returns the template of a kind, or null if the operator has none for it: the kind is not offered then. */
export const templateOf = (
  { templates }: Pick<ZaloSettings, 'templates'>,
  kind: NotificationKind,
): string | null => templates[kind] ?? templates['default'] ?? null;

/** Longest values of a template's parameters. */
const maxTitleLength = 100;
const maxTextLength = 200;

export interface ZaloChannelDependencies {
  database: Database;
  settings: ZaloSettings;
  sender: ZaloSender;
  links: PhoneMuteLinks;
  log: Pick<Log, 'error'>;
  now: () => Date;
}

/** Creates the channel to confirmed telephone numbers, by templates of the operator (ZNS). */
export function createZaloChannel(dependencies: ZaloChannelDependencies): SendOverChannel {
  const { database, settings, sender, links, log, now } = dependencies;
  return async (tenantId, { accountId, targetId: phoneId }, { kind, rendered }) => {
    const owner = { tenantId, accountId };
    const phone = await findPhoneOfMessage(database, owner, phoneId);
    const templateId = templateOf(settings, kind);
    if (!phone?.isConfirmed || phone.isOff || templateId === null) return { kind: 'done' };
    const { title, text, action } = rendered;
    const message: TemplateMessage = {
      phone: phone.phone,
      templateId,
      templateData: {
        title: shortenText(title, maxTitleLength),
        text: shortenText(text === '' ? title : text, maxTextLength),
        path: action.href === '/' ? 'settings/notifications' : action.href.slice(1),
        mute: links.pathOf({ tenantId, phoneId }),
      },
      trackingId: formatPhoneRef({ tenantId, phoneId }),
    };
    try {
      const sentAt = await sender.send(message);
      await recordAcceptance(database, { tenantId, phoneId }, sentAt);
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof ZaloError)) throw error;
      const refusal = toRefusal(error);
      switch (refusal.of) {
        case 'moment':
          return { kind: 'retry', retryAfterMs: null, reason: error.message };
        case 'hour':
          return { kind: 'retry', retryAfterMs: msUntilMorning(now()), reason: 'night' };
        case 'phone':
          await recordRefusal(database, { tenantId, phoneId }, refusal.problem, refusal.isFinal);
          return { kind: 'done' };
        case 'operator':
          log.error(
            { event: 'notifications.zalo_refused', tenantId, code: error.code, templateId },
            'Zalo refused a message; check the template and the Official Account',
          );
          return { kind: 'done' };
      }
    }
  };
}

const vietnamOffsetMs = 7 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** Five minutes after Zalo's night, so that a clock ahead of Zalo's does not let a message wait for the next morning. */
const morningMs = 6 * 3_600_000 + 5 * 60_000;

/** Returns the time until the next morning in Vietnam. */
export function msUntilMorning(now: Date): number {
  const local = (now.getTime() + vietnamOffsetMs) % dayMs;
  return (morningMs - local + dayMs) % dayMs;
}
