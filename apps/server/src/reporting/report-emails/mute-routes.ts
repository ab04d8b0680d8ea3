import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlainPage } from '../../identity/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import { negotiateLanguage, type Language } from '../../platform/http/problem.ts';
import { mutePath, type MuteLinks } from './mute-links.ts';
import { setRecipientState } from './schedule-store.ts';

const settingsLink = {
  href: '/settings/notifications',
  label: { vi: 'Mở cài đặt thông báo', en: 'Open notification settings' },
};
const question: Omit<PlainPage, 'form'> = {
  title: { vi: 'Ngừng nhận báo cáo này?', en: 'Stop receiving this report?' },
  text: {
    vi: 'Bạn sẽ không nhận báo cáo này qua email nữa. Bạn bật lại được trong cài đặt thông báo.',
    en: 'You won’t get this report by email any more. You can turn it on again in your notification settings.',
  },
};
const done: PlainPage = {
  title: { vi: 'Đã ngừng gửi báo cáo này', en: 'You won’t get this report any more' },
  text: {
    vi: 'Nếu đổi ý, bạn bật lại được trong cài đặt thông báo.',
    en: 'If you change your mind, turn it on again in your notification settings.',
  },
  link: settingsLink,
};
const invalid: PlainPage = {
  title: { vi: 'Liên kết không dùng được', en: 'This link doesn’t work' },
  text: {
    vi: 'Hãy mở đúng liên kết trong email, hoặc tắt báo cáo trong cài đặt thông báo.',
    en: 'Open the link from the email, or turn the report off in your notification settings.',
  },
  link: settingsLink,
};

export interface MuteDependencies {
  database: Pick<Database, 'tenant'>;
  muteLinks: MuteLinks;
  /** Renders a page of one sentence, with the security policy that it needs. */
  renderPage(page: PlainPage, language: Language): { html: string; policy: string };
}

/**
 * Registers the link that ends the emails of a scheduled report. A POST ends them at once, also from a mail program
 * (RFC 8058); a GET only asks, because mail scanners open every link.
 */
export function muteRoutes(http: Http, dependencies: MuteDependencies): void {
  const { database, muteLinks } = dependencies;

  /** Sends a page; without one, that the link does not work. */
  function send(request: FastifyRequest, reply: FastifyReply, page: PlainPage | null) {
    const language = negotiateLanguage(request.headers['accept-language']);
    const { html, policy } = dependencies.renderPage(page ?? invalid, language);
    return reply
      .code(page === null ? 404 : 200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(html);
  }

  void http.app.register(async (scope) => {
    // The body says only `List-Unsubscribe=One-Click`, in either of the two forms of the RFC.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, _body, parsed) => parsed(null, undefined),
    );
    const path = `${mutePath}/:token`;
    scope.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const isKnown = muteLinks.open(request.params.token) !== null;
      const submit = { vi: 'Ngừng nhận', en: 'Stop receiving' };
      const form = { action: `${mutePath}/${request.params.token}`, fields: {}, submit };
      return send(request, reply, isKnown ? { ...question, form } : null);
    });
    scope.post<{ Params: { token: string } }>(path, async (request, reply) => {
      const report = muteLinks.open(request.params.token);
      if (report) {
        const { tenantId, scheduleId, accountId } = report;
        // A recipient who is none any more gets no emails either.
        await database.tenant(tenantId, (tx) =>
          setRecipientState(tx, scheduleId, accountId, 'muted'),
        );
      }
      return send(request, reply, report ? done : null);
    });
  });
}
