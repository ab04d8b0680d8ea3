import type { FastifyInstance } from 'fastify';
import type { MailboxEmail } from '../../platform/mail/mail-queue.ts';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';
import { pageLanguage } from '../http/page-language.ts';
import {
  escapeHtml,
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

/** Serves `/mailbox`: the emails that demo mode without a mail server would have sent. */
export function mailboxRoute(
  app: FastifyInstance,
  options: { origins: readonly string[]; read(): Promise<MailboxEmail[]> },
): void {
  app.get<{ Querystring: { ui_locales?: unknown } }>('/mailbox', async (request, reply) => {
    const language = pageLanguage(request.headers, request.query.ui_locales);
    const emails = await options.read();
    const items = emails.map((email) => renderEmailItem(email, language, options.origins)).join('');
    const list = items === '' ? `<p>${emptyMessage[language]}</p>` : `<ol>${items}</ol>`;
    const head = `${productMark}<h1>${title[language]}</h1><p>${explanation[language]}</p>`;
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', plainPageSecurityPolicy([]))
      .send(renderDocument(title[language], `<main class="wide">${head}${list}</main>`, language));
  });
}

function renderEmailItem(
  email: MailboxEmail,
  language: Language,
  origins: readonly string[],
): string {
  const time = new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    day: 'numeric',
    month: language === 'vi' ? 'numeric' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(email.sentAt);
  const sent = `<time datetime="${email.sentAt.toISOString()}">${escapeHtml(time)}</time>`;
  const text = email.text
    .split('\n')
    .map((line) => linkOwnUrl(line, origins))
    .join('\n');
  return `<li><h2>${escapeHtml(email.subject)}</h2><p class="quiet">${recipientLabel[language]} ${escapeHtml(email.to)} · ${sent}</p><pre>${text}</pre></li>`;
}

/** Turns a line into a link only if it consists of a URL of ours. */
function linkOwnUrl(line: string, origins: readonly string[]): string {
  const text = escapeHtml(line);
  const ours = origins.some((origin) => line.startsWith(`${origin}/`));
  return ours && !/\s/.test(line) ? `<a href="${text}">${text}</a>` : text;
}
