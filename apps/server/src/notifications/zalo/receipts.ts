import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ZaloSettings } from '../../platform/config/zalo-settings.ts';
import type { Database } from '../../platform/database/database.ts';
import { equalsInConstantTime } from '../../platform/secrets.ts';
import type { Http } from '../../platform/http/http.ts';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import type { Log } from '../../platform/log.ts';
import { parsePhoneRef } from './phone-ref.ts';
import { recordReceipt } from './phone-store.ts';
import { parseJson } from '../../platform/parse-json.ts';

/** Other events of the Official Account have the same name without these fields, or other names. */
const Receipt = Compile(
  Type.Object({
    event_name: Type.Literal('user_received_message'),
    message: Type.Object({
      /** Epoch milliseconds. */
      delivery_time: Type.String({ pattern: '^\\d{13}$' }),
      tracking_id: Type.String(),
    }),
  }),
);
const Event = Compile(Type.Object({ timestamp: Type.Union([Type.String(), Type.Integer()]) }));

const receiptPath = '/partner/push/zalo';
const maxBodyBytes = 64 * 1024;
/** Calls from one IP address without a valid signature. */
const maxForgedPerMinute = 120;

export interface ReceiptRouteDependencies {
  database: Database;
  settings: ZaloSettings | null;
  log: Pick<Log, 'info'>;
}

/**
 * Registers the webhook that Zalo calls when a message has arrived at a phone. It is verified by the signature over its
 * raw bytes. A repeated call changes nothing: it has the time of arrival, which ends only the wait for earlier messages.
 * @see https://developers.zalo.me/docs/official-account/webhook/tong-quan
 */
export function receiptRoutes(http: Http, dependencies: ReceiptRouteDependencies): void {
  const { database, settings, log } = dependencies;
  if (settings === null || settings.oaSecretKey === null) return;
  const { appId, oaSecretKey } = settings;
  const limiter = createRequestLimiter(maxForgedPerMinute);
  // The raw body parser must not apply to other routes.
  void http.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      receiptPath,
      {
        bodyLimit: maxBodyBytes,
        schema: {
          summary: 'Receives signed events of the Official Account at Zalo',
          operationId: 'receiveZaloEvent',
          response: {
            200: { type: 'null', description: 'Accepted; empty body' },
            401: { type: 'null', description: 'Not signed by Zalo' },
          },
        },
      },
      async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        const event = parseJson(body);
        const { 'x-zevent-signature': signature = '' } = request.headers;
        if (!Event.Check(event) || !isSigned(body, String(event.timestamp), String(signature))) {
          log.info(
            { event: 'notifications.zalo_event_refused' },
            'An event of Zalo had no valid signature; check ZALO_OA_SECRET_KEY if it repeats',
          );
          limiter.admit(request.ip);
          return reply.code(401).send();
        }
        if (Receipt.Check(event)) {
          const { tracking_id: trackingId, delivery_time: arrivedAt } = event.message;
          const phone = parsePhoneRef(trackingId);
          if (phone) await recordReceipt(database, phone, new Date(Number(arrivedAt)));
        }
        return reply.code(200).send();
      },
    );
  });

  function isSigned(body: string, timestamp: string, signature: string): boolean {
    const mac = hash('sha256', `${appId}${body}${timestamp}${oaSecretKey}`);
    return equalsInConstantTime(signature.replace(/^mac=/, ''), mac);
  }
}
