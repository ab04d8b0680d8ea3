import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect } from '@playwright/test';

/** A request that the receiver got, as it was sent. */
export interface WebhookRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  url: string;
  /** Sets the status of the next responses. */
  respondWith(status: number): void;
  /** Waits for the first request of a type. */
  waitForRequest(type: string): Promise<WebhookRequest>;
  close(): Promise<void>;
}

/** Starts a receiver that responds with 204. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: WebhookRequest[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const find = (type: string) => requests.find(({ body }) => JSON.parse(body).type === type);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    respondWith(nextStatus) {
      status = nextStatus;
    },
    async waitForRequest(type) {
      let found: WebhookRequest | undefined;
      await expect
        .poll(() => (found = find(type)), { message: `a request of type ${type}`, timeout: 60_000 })
        .toBeDefined();
      if (!found) throw new Error(`No request of type ${type} came`);
      return found;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** Expects the signature of Standard Webhooks by a secret, and returns the body. */
export function verifyBody({ headers, body }: WebhookRequest, secret: string): unknown {
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${mac}`);
  return JSON.parse(body);
}
