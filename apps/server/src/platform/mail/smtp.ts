import { createTransport } from 'nodemailer';
import { Undeliverable, type MailTransport } from './message.ts';

/** A mail server answers within seconds or is not there; the queue tries again. */
const connectTimeoutMs = 10_000;
const idleTimeoutMs = 20_000;
const totalTimeoutMs = 60_000;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/**
 * Sends by SMTP (RFC 5321).
 * @param url `smtp://` or, for TLS from the start, `smtps://`, with user and password in it where they are needed.
 * A password is only ever sent encrypted, unless the server is on this machine.
 * @param from the sender, such as `Seller Connect <no-reply@example.com>`.
 */
export function createSmtpTransport(
  url: string,
  from: string,
  timeouts = { connectMs: connectTimeoutMs, silenceMs: idleTimeoutMs, wholeMs: totalTimeoutMs },
): MailTransport {
  const server = new URL(url);
  const transporter = createTransport(
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
      // A letter is text from us: nothing in it may make this program read a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';

  return {
    async send(id, message) {
      try {
        await transporter.sendMail({
          // As an object it is one address, whatever stands in it.
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.text,
          messageId: `<${id}@${domain}>`,
          // Out-of-office answers and the like are not wanted (RFC 3834).
          headers: { 'auto-submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeouts.wholeMs),
        });
      } catch (error) {
        throw isPermanentFailure(error)
          ? new Undeliverable('The mail server refused the letter')
          : error;
      }
    },
    close: () => transporter.close(),
  };
}

/**
 * A 5xx answer to the recipient or the text is final (RFC 5321, 4.2.1). One to our name and password is not: the
 * operator mends the configuration and nothing is lost.
 */
function isPermanentFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const { responseCode } = error;
  const isAboutMessage =
    'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
  return isAboutMessage && typeof responseCode === 'number' && responseCode >= 500;
}
