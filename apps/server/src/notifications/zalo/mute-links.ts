import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlainPage } from '../../identity/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { equalsInConstantTime } from '../../platform/http/basic-auth.ts';
import type { Http } from '../../platform/http/http.ts';
import { negotiateLanguage, type Language } from '../../platform/http/problem.ts';
import { setPhoneOff } from './phone-store.ts';

const mutePath = '/notifications/mute';

const settingsLink = {
  href: '/settings/notifications',
  label: { vi: 'Mở cài đặt thông báo', en: 'Open notification settings' },
};
const question: Omit<PlainPage, 'form'> = {
  title: { vi: 'Ngừng nhận tin Zalo?', en: 'Stop getting Zalo messages?' },
  text: {
    vi: 'Bạn sẽ không nhận thông báo qua Zalo nữa. Bạn bật lại được trong cài đặt thông báo.',
    en: 'You won’t be notified on Zalo any more. You can turn it on again in your notification settings.',
  },
};
const done: PlainPage = {
  title: { vi: 'Đã ngừng gửi tin Zalo', en: 'You won’t get Zalo messages any more' },
  text: {
    vi: 'Nếu đổi ý, bạn bật lại được trong cài đặt thông báo.',
    en: 'If you change your mind, turn it on again in your notification settings.',
  },
  link: settingsLink,
};
const invalid: PlainPage = {
  title: { vi: 'Liên kết không dùng được', en: 'This link doesn’t work' },
  text: {
    vi: 'Hãy mở đúng liên kết trong tin Zalo, hoặc tắt Zalo trong cài đặt thông báo.',
    en: 'Open the link from the Zalo message, or turn Zalo off in your notification settings.',
  },
  link: settingsLink,
};

/** Whose messages end. */
export interface MutedPhone {
  tenantId: string;
  phoneId: string;
}

/** Links in messages, short enough for a parameter of a template. */
export interface PhoneMuteLinks {
  /** Returns the path without its first slash, as the address of a button expects it. */
  pathOf(phone: MutedPhone): string;
  open(token: string): MutedPhone | null;
}

const idBytes = 16;
const macLength = 22;

/** @param keys newest first */
export function createPhoneMuteLinks(keys: readonly Buffer[]): PhoneMuteLinks {
  const macOf = (key: Buffer, content: string) =>
    createHmac('sha256', key).update(`mute ${content}`).digest('base64url').slice(0, macLength);
  return {
    pathOf({ tenantId, phoneId }) {
      const ids = Buffer.from(`${tenantId}${phoneId}`.replaceAll('-', ''), 'hex');
      const content = ids.toString('base64url');
      const [newest] = keys;
      if (newest === undefined) throw new Error('Links need a key');
      return `${mutePath.slice(1)}/${content}${macOf(newest, content)}`;
    },
    open(token) {
      const content = token.slice(0, -macLength);
      const mac = token.slice(-macLength);
      if (!keys.some((key) => equalsInConstantTime(macOf(key, content), mac))) return null;
      const ids = Buffer.from(content, 'base64url');
      if (ids.length !== 2 * idBytes) return null;
      return { tenantId: toUuid(ids.subarray(0, idBytes)), phoneId: toUuid(ids.subarray(idBytes)) };
    },
  };
}

const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Registers the link that ends the messages of a number without a sign-in. A GET only asks: previews open links. */
export function phoneMuteRoutes(
  http: Http,
  dependencies: {
    database: Database;
    links: PhoneMuteLinks;
    renderPage(page: PlainPage, language: Language): { html: string; policy: string };
  },
): void {
  const { database, links, renderPage } = dependencies;

  function send(request: FastifyRequest, reply: FastifyReply, page: PlainPage | null) {
    const { html, policy } = renderPage(
      page ?? invalid,
      negotiateLanguage(request.headers['accept-language']),
    );
    return reply
      .code(page === null ? 404 : 200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(html);
  }

  void http.app.register(async (scope) => {
    // The form has no fields.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, _body, parsed) => parsed(null, undefined),
    );
    const path = `${mutePath}/:token`;
    scope.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const isKnown = links.open(request.params.token) !== null;
      const submit = { vi: 'Ngừng nhận', en: 'Stop messages' };
      const form = { action: `${mutePath}/${request.params.token}`, fields: {}, submit };
      return send(request, reply, isKnown ? { ...question, form } : null);
    });
    scope.post<{ Params: { token: string } }>(path, async (request, reply) => {
      const muted = links.open(request.params.token);
      if (muted) await setPhoneOff(database, muted.tenantId, muted.phoneId, true);
      return send(request, reply, muted ? done : null);
    });
  });
}
