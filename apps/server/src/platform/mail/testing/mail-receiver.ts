import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** How a mail server responds to a recipient or an email: a status of 400 or more, or null to accept. */
export type MailVerdict = number | null;

export interface MailReceiver {
  readonly port: number;
  /** Closes all connections without a response. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a mail server without TLS that hands over what it receives. */
export async function startMailReceiver({
  onConnection = async () => undefined,
  onRecipient = async () => null,
  onEmail,
}: {
  /** Called before the greeting. */
  onConnection?(): Promise<void>;
  onRecipient?(address: string): Promise<MailVerdict>;
  /** Called with the whole email before the response to it. */
  onEmail(email: string): Promise<MailVerdict>;
}): Promise<MailReceiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      void respond(onConnection(), done);
    },
    onRcptTo({ address }, _session, done) {
      void respond(onRecipient(address), done);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const email = Buffer.concat(chunks).toString('utf8');
        void respond(onEmail(email), done);
      });
    },
  });
  // A client that is cut off or killed.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const cut = () => {
    for (const connection of server.connections) connection.close();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    stop() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      // Idle connections of clients that send more later.
      cut();
      return closed;
    },
  };
}

async function respond(
  pending: Promise<MailVerdict | void>,
  done: (error?: Error | null) => void,
): Promise<void> {
  const verdict = (await pending) ?? null;
  done(verdict === null ? null : Object.assign(new Error('refused'), { responseCode: verdict }));
}
