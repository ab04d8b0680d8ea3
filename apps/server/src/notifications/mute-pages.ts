import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlainPage } from '../identity/index.ts';
import type { Http } from '../platform/http/http.ts';
import { negotiateLanguage, type Language, type LocalizedText } from '../platform/http/problem.ts';

/** Renders a page of one sentence, with the security policy that it needs. */
export type RenderPage = (page: PlainPage, language: Language) => { html: string; policy: string };

/** The pages behind a link that ends messages without a sign-in: their texts, and what the link does. */
export interface MutePages<Muted> {
  /** Stands before the token. */
  path: string;
  /** Returns null if the token was not made here. */
  open(token: string): Muted | null;
  question: Pick<PlainPage, 'title' | 'text'>;
  submit: LocalizedText;
  mute(muted: Muted): Promise<unknown>;
  doneTitle: LocalizedText;
  /** Says what to do when the link does not work. */
  invalid: LocalizedText;
}

const settingsLink = {
  href: '/settings/notifications',
  label: { vi: 'Mở cài đặt thông báo', en: 'Open notification settings' },
};
const doneText = {
  vi: 'Nếu đổi ý, bạn bật lại được trong cài đặt thông báo.',
  en: 'If you change your mind, turn it on again in your notification settings.',
};
const invalidTitle = { vi: 'Liên kết không dùng được', en: 'This link doesn’t work' };

/**
 * Registers the pages. A POST ends the messages at once, also from a mail program (RFC 8058); a GET only asks, because
 * mail scanners and previews open every link.
 */
export function mutePageRoutes<Muted>(
  http: Http,
  renderPage: RenderPage,
  pages: MutePages<Muted>,
): void {
  /** Sends a page; without one, that the link does not work. */
  function send(request: FastifyRequest, reply: FastifyReply, page: PlainPage | null) {
    const { html, policy } = renderPage(
      page ?? { title: invalidTitle, text: pages.invalid, link: settingsLink },
      negotiateLanguage(request.headers['accept-language']),
    );
    return reply
      .code(page === null ? 404 : 200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(html);
  }

  void http.app.register(async (scope) => {
    // The body says at most `List-Unsubscribe=One-Click`, in either of the two forms of the RFC.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, _body, parsed) => parsed(null, undefined),
    );
    const path = `${pages.path}/:token`;
    scope.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const isKnown = pages.open(request.params.token) !== null;
      const action = `${pages.path}/${request.params.token}`;
      const form = { action, fields: {}, submit: pages.submit };
      return send(request, reply, isKnown ? { ...pages.question, form } : null);
    });
    scope.post<{ Params: { token: string } }>(path, async (request, reply) => {
      const muted = pages.open(request.params.token);
      if (muted !== null) await pages.mute(muted);
      const done = { title: pages.doneTitle, text: doneText, link: settingsLink };
      return send(request, reply, muted === null ? null : done);
    });
  });
}
