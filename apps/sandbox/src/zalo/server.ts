/** Zalo's listener: tokens of an Official Account, and messages by template (ZNS). Errors have the status 200. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handleCall, platformListener, type WireResponse } from '../http/platform-listener.ts';
import { zaloApplication, zaloTemplates } from './application.ts';
import type { ZaloPlatform } from './platform.ts';
import { parseJson, isRecord } from '../http/json-object.ts';

/** @see https://zalo.cloud/zns/guidelines/handle-error-code */
const messages: Readonly<Record<number, string>> = {
  [-100]: 'Unknown error',
  [-108]: 'Phone number invalid',
  [-109]: 'Template ID invalid',
  [-111]: 'Template data empty',
  [-112]: 'Template data invalid',
  [-114]:
    'User is inactive, or reject the message, or using an outdated Zalo version, or other internal errors',
  [-118]: 'Zalo account not existed',
  [-119]: 'Account can not receive ZNS',
  [-122]: 'Body data incorrectly formatted',
  [-124]: 'Access token invalid',
  [-133]: 'ZNS is not allowed to be sent at night (from 22h-6h)',
  [-139]: 'User has refused to receive this type of ZNS',
  [-141]: 'User has refused to receive ZNS from Official Account',
  [-144]: 'OA has exceeded the daily quota',
};

const refusal = (error: number): WireResponse => ({
  status: 200,
  body: { error, message: messages[error] ?? messages[-100] },
  isRefusal: true,
});

/** Codes have this parameter; their template may be sent at any time. */
const codeParameter = 'otp';
const maxTrackingIdLength = 48;

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

async function refresh(platform: ZaloPlatform, request: FastifyRequest): Promise<WireResponse> {
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  const isKnown =
    header(request, 'secret_key') === zaloApplication.secretKey &&
    form.get('app_id') === zaloApplication.appId &&
    form.get('grant_type') === 'refresh_token';
  const pair = isKnown ? platform.refresh(form.get('refresh_token') ?? '') : undefined;
  if (pair === undefined) {
    const body = {
      error: -14020,
      error_name: 'Invalid refresh token',
      error_description: 'Refresh token is invalid, expired or used',
    };
    return { status: 200, body, isRefusal: true };
  }
  await platform.saveState();
  return {
    status: 200,
    body: {
      access_token: pair.accessToken,
      refresh_token: pair.refreshToken,
      // As text, unlike in RFC 6749.
      expires_in: String(platform.options.accessTokenSeconds),
    },
  };
}

interface TemplateMessage {
  readonly phone: string;
  readonly templateId: string;
  readonly templateData: Readonly<Record<string, unknown>>;
  readonly trackingId: string;
}

function parseMessage(text: unknown): TemplateMessage | undefined {
  const body = typeof text === 'string' ? parseJson(text) : undefined;
  if (!isRecord(body)) return undefined;
  const { phone, template_id: templateId, template_data: data, tracking_id: trackingId } = body;
  const isTyped =
    typeof phone === 'string' && typeof templateId === 'string' && typeof trackingId === 'string';
  if (!isTyped || trackingId.length > maxTrackingIdLength) return undefined;
  const templateData = typeof data === 'object' && data !== null ? { ...data } : {};
  return { phone, templateId, templateData, trackingId };
}

/** Returns the code of the first thing that is wrong with a message, in the order in which Zalo looks. */
function findError(platform: ZaloPlatform, message: TemplateMessage): number | undefined {
  const { phone, templateId, templateData } = message;
  if (!/^84\d{9}$/.test(phone)) return -108;
  const parameters = zaloTemplates[templateId];
  if (parameters === undefined) return -109;
  if (Object.keys(templateData).length === 0) return -111;
  const isComplete = parameters.every((name) => {
    const value = templateData[name];
    return typeof value === 'string' && value !== '' && value.length <= 200;
  });
  if (!isComplete) return -112;
  const refused = Number(platform.options.refusals[phone] ?? 0);
  if (refused !== 0) return refused;
  if (platform.options.isNight && !parameters.includes(codeParameter)) return -133;
  return platform.remainingQuota === 0 ? -144 : undefined;
}

function sendTemplate(platform: ZaloPlatform, request: FastifyRequest): WireResponse {
  if (!platform.isAccessTokenValid(header(request, 'access_token'))) return refusal(-124);
  const message = parseMessage(request.body);
  if (message === undefined) return refusal(-122);
  const error = findError(platform, message);
  if (error !== undefined) return refusal(error);
  const { messageId, sentAt } = platform.send(message);
  const quota = {
    dailyQuota: String(platform.options.dailyQuota),
    remainingQuota: String(platform.remainingQuota),
  };
  const data = { msg_id: messageId, sent_time: String(sentAt), sending_mode: '1', quota };
  return { status: 200, body: { error: 0, message: 'Success', data } };
}

export function createZaloServer(platform: ZaloPlatform): FastifyInstance {
  const server = platformListener();
  const calls = { '/v4/oa/access_token': refresh, '/message/template': sendTemplate };
  for (const [path, answer] of Object.entries(calls)) {
    server.post(path, (request, reply) => {
      const target = { platform: 'ZALO', path, shop: undefined };
      const type = 'application/json; charset=utf-8';
      return handleCall(platform, target, { request, reply }, type, async () =>
        answer(platform, request),
      );
    });
  }
  return server;
}
