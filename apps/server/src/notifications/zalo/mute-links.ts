import { createHmac } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { equalsInConstantTime } from '../../platform/secrets.ts';
import type { MutePages } from '../mute-pages.ts';
import { formatPhoneRef, parsePhoneRef, type PhoneRef } from './phone-ref.ts';
import { setPhoneOff } from './phone-store.ts';

const mutePath = '/notifications/mute';

/** Links in messages, short enough for a parameter of a template. */
export interface PhoneMuteLinks {
  /** Returns the path without its first slash, as the address of a button expects it. */
  pathOf(phone: PhoneRef): string;
  open(token: string): PhoneRef | null;
}

const macLength = 22;

/** @param keys newest first */
export function createPhoneMuteLinks(keys: readonly Buffer[]): PhoneMuteLinks {
  const macOf = (key: Buffer, content: string) =>
    createHmac('sha256', key).update(`mute ${content}`).digest('base64url').slice(0, macLength);
  return {
    pathOf(phone) {
      const content = formatPhoneRef(phone);
      const [newest] = keys;
      if (newest === undefined) throw new Error('Links need a key');
      return `${mutePath.slice(1)}/${content}${macOf(newest, content)}`;
    },
    open(token) {
      const content = token.slice(0, -macLength);
      const mac = token.slice(-macLength);
      if (!keys.some((key) => equalsInConstantTime(macOf(key, content), mac))) return null;
      return parsePhoneRef(content);
    },
  };
}

/** Returns the pages that end the messages of a number. */
export function phoneMutePages(database: Database, { open }: PhoneMuteLinks): MutePages<PhoneRef> {
  return {
    path: mutePath,
    open,
    question: {
      title: { vi: 'Ngừng nhận tin Zalo?', en: 'Stop getting Zalo messages?' },
      text: {
        vi: 'Bạn sẽ không nhận thông báo qua Zalo nữa. Bạn bật lại được trong cài đặt thông báo.',
        en: 'You won’t be notified on Zalo anymore. You can turn it on again in your notification settings.',
      },
    },
    submit: { vi: 'Ngừng nhận', en: 'Stop messages' },
    mute: ({ tenantId, phoneId }) => setPhoneOff(database, tenantId, phoneId, true),
    doneTitle: { vi: 'Đã ngừng gửi tin Zalo', en: 'You won’t get Zalo messages anymore' },
    invalid: {
      vi: 'Hãy mở đúng liên kết trong tin Zalo, hoặc tắt Zalo trong cài đặt thông báo.',
      en: 'Open the link from the Zalo message, or turn Zalo off in your notification settings.',
    },
  };
}
