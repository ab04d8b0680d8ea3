/** `/oauth/access_token` and `/debug_token`. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { FACEBOOK_APPLICATION } from '../application.ts';
import { GraphError, invalidParameter } from '../errors.ts';
import type { FacebookPlatform } from '../platform.ts';

type Json = Readonly<Record<string, unknown>>;

export const APP_TOKEN = `${FACEBOOK_APPLICATION.appId}|${FACEBOOK_APPLICATION.appSecret}`;

function needed(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name) ?? '';
  if (value === '') throw invalidParameter(`Missing ${name} parameter.`);
  return value;
}

function checkClient(parameters: URLSearchParams): void {
  if (needed(parameters, 'client_id') !== FACEBOOK_APPLICATION.appId) {
    throw new GraphError({
      code: 101,
      message: 'Error validating application. Cannot get application info due to a system error.',
    });
  }
  if (needed(parameters, 'client_secret') !== FACEBOOK_APPLICATION.appSecret) {
    throw new GraphError({ code: 1, message: 'Error validating client secret.' });
  }
}

/**
 * Handles `/oauth/access_token`: exchanges codes and tokens for tokens.
 *
 * @throws {GraphError} if the exchange is rejected.
 */
export async function handleAccessTokenCall(
  platform: FacebookPlatform,
  parameters: URLSearchParams,
): Promise<Json> {
  checkClient(parameters);
  const { grants, options } = platform;
  const type = parameters.get('grant_type') ?? '';
  if (type === 'client_credentials') return { access_token: APP_TOKEN, token_type: 'bearer' };
  const token =
    type === 'fb_exchange_token'
      ? grants.extend(needed(parameters, 'fb_exchange_token'))
      : grants.exchange(needed(parameters, 'code'), needed(parameters, 'redirect_uri'));
  await platform.parts.keep();
  const life = token.expiresAt - token.issuedAt;
  return {
    access_token: token.token,
    token_type: 'bearer',
    ...(options.hideExpiry ? {} : { expires_in: life }),
  };
}

/**
 * Handles `/debug_token`: returns the properties of a token.
 *
 * @throws {GraphError} if the request is invalid.
 */
export function handleDebugTokenCall(
  platform: FacebookPlatform,
  parameters: URLSearchParams,
): Json {
  const input = needed(parameters, 'input_token');
  const { appId, name } = FACEBOOK_APPLICATION;
  let open;
  try {
    open = platform.grants.open(input);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { code, message } = error.fault;
    return { data: { is_valid: false, scopes: [], error: { code, message } } };
  }
  const { grant, token, fault } = open;
  const targets = grant.accounts;
  return {
    data: {
      app_id: appId,
      type: 'USER',
      application: name,
      data_access_expires_at: platform.grants.dataAccessEnds(grant),
      expires_at: platform.options.hideExpiry ? 0 : token.expiresAt,
      is_valid: fault === undefined,
      ...(token.longLived ? { issued_at: token.issuedAt } : {}),
      scopes: grant.scopes,
      granular_scopes: grant.scopes.map((scope) => ({
        scope,
        ...(scope.startsWith('ads_') ? { target_ids: targets } : {}),
      })),
      user_id: grant.userId,
      ...(fault === undefined
        ? {}
        : {
            error: {
              code: fault.fault.code,
              message: fault.fault.message,
              subcode: fault.fault.subcode,
            },
          }),
    },
  };
}

/** Returns the HMAC-SHA256 of the token, or of token and time, with the application's secret as key. */
export function appSecretProof(secret: string, token: string, time: string | null): string {
  const message = time === null ? token : `${token}|${time}`;
  return createHmac('sha256', secret).update(message).digest('hex');
}

/**
 * Verifies `appsecret_proof`, which proves that the sender knows the application's secret.
 *
 * @throws {GraphError} 100 if the proof is missing or wrong.
 */
export function checkProof(
  token: string,
  proof: string | null,
  time: string | null,
  options: { readonly isRequired: boolean; readonly now: number },
): void {
  if (proof === null) {
    if (!options.isRequired) return;
    throw new GraphError({
      code: 100,
      type: 'GraphMethodException',
      message: 'API calls from the server require an appsecret_proof argument',
    });
  }
  const right = appSecretProof(FACEBOOK_APPLICATION.appSecret, token, time);
  const isRight =
    proof.length === right.length && timingSafeEqual(Buffer.from(proof), Buffer.from(right));
  const isFresh = time === null || Math.abs(options.now - Number(time)) <= 300;
  if (isRight && isFresh) return;
  throw new GraphError({
    code: 100,
    type: 'GraphMethodException',
    message: 'Invalid appsecret_proof provided in the API argument',
  });
}
