import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlainPage } from '../../identity/index.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import {
  negotiateLanguage,
  type Language,
  type LocalizedText,
} from '../../platform/http/problem.ts';
import type { MutedSubject, MuteLinks } from './mute-links.ts';
import { setRecipientState } from './schedule-store.ts';

const settingsLink = {
  href: '/settings/notifications',
  label: { vi: 'Mở cài đặt thông báo', en: 'Open notification settings' },
};
/** The texts of a link's pages, and what it does. */
export interface MuteAct {
  question: Omit<PlainPage, 'form' | 'link'>;
  submit: LocalizedText;
  done: Omit<PlainPage, 'form' | 'link'>;
  mute(tx: TenantTransaction, muted: MutedSubject): Promise<unknown>;
}

/** Ends the emails of a scheduled report. A recipient who is none any more gets no emails either. */
export const muteReport: MuteAct = {
  question: {
    title: { vi: 'Ngừng nhận báo cáo này?', en: 'Stop receiving this report?' },
    text: {
      vi: 'Bạn sẽ không nhận báo cáo này qua email nữa. Bạn bật lại được trong cài đặt thông báo.',
      en: 'You won’t get this report by email any more. You can turn it on again in your notification settings.',
    },
  },
  submit: { vi: 'Ngừng nhận', en: 'Stop receiving' },
  done: {
    title: { vi: 'Đã ngừng gửi báo cáo này', en: 'You won’t get this report any more' },
    text: {
      vi: 'Nếu đổi ý, bạn bật lại được trong cài đặt thông báo.',
      en: 'If you change your mind, turn it on again in your notification settings.',
    },
  },
  mute: (tx, { subjectId, accountId }) => setRecipientState(tx, subjectId, accountId, 'muted'),
};
const invalid: PlainPage = {
  title: { vi: 'Liên kết không dùng được', en: 'This link doesn’t work' },
  text: {
    vi: 'Hãy mở đúng liên kết trong email, hoặc tắt email trong cài đặt thông báo.',
    en: 'Open the link from the email, or turn the emails off in your notification settings.',
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
 * Registers the link that ends the emails about one subject. A POST ends them at once, also from a mail program
 * (RFC 8058); a GET only asks, because mail scanners open every link.
 */
export function muteRoutes(http: Http, dependencies: MuteDependencies, act: MuteAct): void {
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
    const path = `${muteLinks.path}/:token`;
    scope.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const isKnown = muteLinks.open(request.params.token) !== null;
      const action = `${muteLinks.path}/${request.params.token}`;
      const form = { action, fields: {}, submit: act.submit };
      return send(request, reply, isKnown ? { ...act.question, form } : null);
    });
    scope.post<{ Params: { token: string } }>(path, async (request, reply) => {
      const muted = muteLinks.open(request.params.token);
      if (muted) await database.tenant(muted.tenantId, (tx) => act.mute(tx, muted));
      return send(request, reply, muted ? { ...act.done, link: settingsLink } : null);
    });
  });
}
