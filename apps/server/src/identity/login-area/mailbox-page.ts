import type { FastifyInstance } from 'fastify';
import type { MailboxEmail } from '../../platform/mail/mail-queue.ts';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { isUuid } from '../../platform/ids.ts';
import {
  pageLanguage,
  plainPageSecurityPolicy,
  productMark,
  renderDocument,
} from '../http/plain-page.ts';

const title: LocalizedText = { vi: 'Hộp thư thử nghiệm', en: 'Demo mailbox' };
const explanation: LocalizedText = {
  vi: 'Bản dùng thử không gửi email. Những thư lẽ ra được gửi nằm ở đây, mới nhất ở trên.',
  en: 'The demo doesn’t send email. Emails it would have sent appear here, newest first.',
};
const emptyMessage: LocalizedText = { vi: 'Chưa có thư nào.', en: 'No emails yet.' };
const recipientLabel: LocalizedText = { vi: 'Gửi đến', en: 'To' };

const htmlLabel: LocalizedText = { vi: 'Xem như trong hộp thư', en: 'View as in a mail program' };

/** Reads the emails of the demo. */
export interface Mailbox {
  /** Newest first. */
  list(): Promise<MailboxEmail[]>;
  find(id: string): Promise<MailboxEmail | null>;
}

/** An email runs no script here, as in mail programs; its links open in a new window. */
const emailSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/** Serves `/mailbox`: the emails that demo mode without a mail server would have sent, with their attachments. */
export function mailboxRoutes(
  app: FastifyInstance,
  options: { origins: readonly string[]; mailbox: Mailbox },
): void {
  app.get<{ Querystring: { ui_locales?: unknown } }>('/mailbox', async (request, reply) => {
    const language = pageLanguage(request.headers, request.query.ui_locales);
    const emails = await options.mailbox.list();
    const items = emails.map((email) => renderEmailItem(email, language, options.origins)).join('');
    const list = items === '' ? `<p>${emptyMessage[language]}</p>` : `<ol>${items}</ol>`;
    const head = `${productMark}<h1>${title[language]}</h1><p>${explanation[language]}</p>`;
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', plainPageSecurityPolicy([]))
      .send(renderDocument(title[language], `<main class="wide">${head}${list}</main>`, language));
  });
  app.get<{ Params: { id: string } }>('/mailbox/:id', async ({ params }, reply) => {
    const email = isUuid(params.id) ? await options.mailbox.find(params.id) : null;
    if (!email || email.html === null) return reply.callNotFound();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', emailSecurityPolicy)
      .send(email.html);
  });
  app.get<{ Params: { id: string; file: string } }>(
    '/mailbox/:id/:file',
    async ({ params }, reply) => {
      const email = isUuid(params.id) ? await options.mailbox.find(params.id) : null;
      const file = email?.attachments.find(({ filename }) => filename === params.file);
      if (!file) return reply.callNotFound();
      return reply
        .header('content-type', file.contentType)
        .header('content-disposition', `attachment; filename="${file.filename}"`)
        .send(Buffer.from(file.content));
    },
  );
}

function renderEmailItem(
  email: MailboxEmail,
  language: Language,
  origins: readonly string[],
): string {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
      ...parts,
      timeZone: 'Asia/Ho_Chi_Minh',
    }).format(email.sentAt);
  const month = language === 'vi' ? 'numeric' : 'short';
  const date = format({ day: 'numeric', month, year: 'numeric' });
  const time = `${date}, ${format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })}`;
  const sent = `<time datetime="${email.sentAt.toISOString()}">${escapeHtml(time)}</time>`;
  const text = email.text
    .split('\n')
    .map((line) => linkOwnUrl(line, origins))
    .join('\n');
  return `<li><h2>${escapeHtml(email.subject)}</h2><p class="quiet">${recipientLabel[language]} ${escapeHtml(email.to)} · ${sent}</p><pre>${text}</pre>${renderParts(email, language)}</li>`;
}

/** Renders links to the HTML part and the attachments of an email. */
function renderParts(email: MailboxEmail, language: Language): string {
  const parts = [
    ...(email.html === null ? [] : [{ href: `/mailbox/${email.id}`, label: htmlLabel[language] }]),
    ...email.attachments.map(({ filename }) => ({
      href: `/mailbox/${email.id}/${encodeURIComponent(filename)}`,
      label: filename,
    })),
  ];
  if (parts.length === 0) return '';
  const links = parts.map(({ href, label }) => `<a href="${href}">${escapeHtml(label)}</a>`);
  return `<pre>${links.join('\n')}</pre>`;
}

/** Turns a line into a link only if it consists of a URL of ours. */
function linkOwnUrl(line: string, origins: readonly string[]): string {
  const text = escapeHtml(line);
  const ours = origins.some((origin) => line.startsWith(`${origin}/`));
  return ours && !/\s/.test(line) ? `<a href="${text}">${text}</a>` : text;
}
