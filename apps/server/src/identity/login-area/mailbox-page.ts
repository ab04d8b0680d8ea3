import type { FastifyInstance } from 'fastify';
import type { MailboxLetter } from '../../platform/mail/mail-queue.ts';
import type { Language, Words } from '../../platform/http/problem.ts';
import { pageLanguage } from '../http/page-language.ts';
import { escapeHtml, plainPagePolicy, productMark, renderDocument } from '../http/plain-page.ts';

const title: Words = { vi: 'Hộp thư thử nghiệm', en: 'Demo mailbox' };
const explanation: Words = {
  vi: 'Bản dùng thử không gửi email. Những thư lẽ ra được gửi nằm ở đây, mới nhất ở trên.',
  en: 'The demo sends no mail. What would have been sent is here, newest first.',
};
const empty: Words = { vi: 'Chưa có thư nào.', en: 'There is no mail yet.' };
const to: Words = { vi: 'Gửi đến', en: 'To' };

/** `/mailbox`, in demo mode without a mail server only: what would have been sent. */
export function mailboxPage(
  app: FastifyInstance,
  options: { origins: readonly string[]; read(): Promise<MailboxLetter[]> },
): void {
  app.get<{ Querystring: { ui_locales?: unknown } }>('/mailbox', async (request, reply) => {
    const language = pageLanguage(request.headers, request.query.ui_locales);
    const letters = await options.read();
    const items = letters.map((letter) => item(letter, language, options.origins)).join('');
    const list = items === '' ? `<p>${empty[language]}</p>` : `<ol>${items}</ol>`;
    const head = `${productMark}<h1>${title[language]}</h1><p>${explanation[language]}</p>`;
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', plainPagePolicy([]))
      .send(renderDocument(title[language], `<main class="wide">${head}${list}</main>`, language));
  });
}

function item(letter: MailboxLetter, language: Language, origins: readonly string[]): string {
  const time = new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    day: 'numeric',
    month: language === 'vi' ? 'numeric' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'Asia/Ho_Chi_Minh',
  }).format(letter.sentAt);
  const sent = `<time datetime="${letter.sentAt.toISOString()}">${escapeHtml(time)}</time>`;
  const text = letter.text
    .split('\n')
    .map((line) => linked(line, origins))
    .join('\n');
  return `<li><h2>${escapeHtml(letter.subject)}</h2><p class="quiet">${to[language]} ${escapeHtml(letter.to)} · ${sent}</p><pre>${text}</pre></li>`;
}

/** Only a line that is nothing but an address of ours becomes a link. */
function linked(line: string, origins: readonly string[]): string {
  const text = escapeHtml(line);
  const ours = origins.some((origin) => line.startsWith(`${origin}/`));
  return ours && !/\s/.test(line) ? `<a href="${text}">${text}</a>` : text;
}
