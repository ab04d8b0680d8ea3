import type { Transporter } from 'nodemailer';
import { maxConcurrentEmails, Undeliverable, type MailTransport } from './message.ts';

/** Short, because a working mail server responds within seconds and the queue retries. */
const defaultTimeouts = { connectMs: 10_000, silenceMs: 20_000, wholeMs: 60_000 };
type Timeouts = typeof defaultTimeouts;

/** Shorter than `silenceMs` and than servers wait for the next email. */
const idleTimeoutMs = 5000;

/** Without names below `localhost`: a resolver may send those, and with them the password, to another machine. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/**
 * Creates a transport that sends by SMTP (RFC 5321).
 * @param url `smtp://` or, for implicit TLS, `smtps://`, with user and password if required. A password is only sent
 * encrypted, unless the server is on this machine.
 * @param from the sender, such as `Seller Connect <no-reply@example.com>`
 */
export function createSmtpTransport(
  url: string,
  from: string,
  timeouts: Timeouts = defaultTimeouts,
): MailTransport {
  const opening = open(new URL(url), from, timeouts);
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';

  return {
    async send(id, message) {
      try {
        const transporter = await opening;
        await transporter.sendMail({
          // In the form of an object it is always a single address, whatever it contains.
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.text,
          ...(message.html !== undefined && { html: message.html }),
          ...(message.attachments && {
            attachments: message.attachments.map(({ content, ...rest }) => ({
              ...rest,
              content: Buffer.from(content),
            })),
          }),
          messageId: `<${id}@${domain}>`,
          // Suppresses automatic replies such as out-of-office messages (RFC 3834).
          headers: {
            'auto-submitted': 'auto-generated',
            ...(message.unsubscribeUrl !== undefined && {
              'list-unsubscribe': `<${message.unsubscribeUrl}>`,
              'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: AbortSignal.timeout(timeouts.wholeMs),
        });
      } catch (error) {
        throw isPermanentFailure(error)
          ? new Undeliverable('The mail server rejected the email')
          : error;
      }
    },
    close: () => void opening.then((transporter) => transporter.close()),
  };
}

/** Loads the client only when a mail server is configured: no other start spends its 50 ms on it. */
async function open(server: URL, from: string, timeouts: Timeouts): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      host: server.hostname.replace(/^\[|\]$/g, ''),
      port: server.port === '' ? (server.protocol === 'smtps:' ? 465 : 587) : Number(server.port),
      secure: server.protocol === 'smtps:',
      requireTLS: server.username !== '' && !loopbackHosts.has(server.hostname),
      ...(server.username !== '' && {
        auth: {
          user: decodeURIComponent(server.username),
          pass: decodeURIComponent(server.password),
        },
      }),
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      dnsTimeout: timeouts.connectMs,
      // Nothing in an email may make this program read a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
      // A handshake for each email would take longer than the email.
      pool: true,
      maxConnections: maxConcurrentEmails,
      idleTimeout: idleTimeoutMs,
      // Only an email of which the server has received nothing, because it had closed the idle connection.
      maxRequeues: 1,
    },
    { from },
  );
}

/**
 * Returns whether a failure is permanent. A 5xx response to the recipient or the content is (RFC 5321, 4.2.1). Rejected
 * credentials are not: the operator can fix the configuration and no email is lost.
 */
function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const { responseCode } = error;
  const isAboutMessage =
    'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  return isAboutMessage && typeof responseCode === 'number' && responseCode >= 500;
}
