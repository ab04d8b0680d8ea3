/** Facebook's listener: login dialog, token calls and Graph, with and without an API version in the path. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../faults/faults.ts';
import { platformListener, handleCall, type WireResponse } from '../http/platform-listener.ts';
import { currentVersion } from './application.ts';
import { GraphError, injectedError } from './errors.ts';
import { findAccountOfPath, handleGraphCall } from './graph/graph.ts';
import type { GraphCall, Json } from './graph/graph.ts';
import { handleLogin } from './auth/login.ts';
import { parseParameters } from './graph/parameters.ts';
import type { FacebookPlatform } from './platform.ts';
import {
  appToken,
  handleAccessTokenCall,
  handleDebugTokenCall,
  checkProof,
} from './auth/tokens.ts';

const objectIdPattern = /^\d{6,20}$/;

interface Target {
  readonly path: string;
  readonly version: string;
  /** Path without ids, for faults and counters: `/act_{id}/insights`. */
  readonly name: string;
  readonly account: string | undefined;
}

function parseTarget(platform: FacebookPlatform, url: URL): Target {
  const [, version = currentVersion, rest = ''] =
    /^\/(?:(v\d{1,3}\.\d)\/)?(.*?)\/?$/.exec(url.pathname) ?? [];
  const [node = '', edge] = rest.split('/');
  const isRun = platform.reports.find(node) !== undefined;
  const nodeName = node.startsWith('act_')
    ? 'act_{id}'
    : isRun
      ? '{report_run_id}'
      : objectIdPattern.test(node)
        ? '{id}'
        : node;
  return {
    path: rest,
    version,
    name: `/${nodeName}${edge === undefined ? '' : `/${edge}`}`,
    account: findAccountOfPath(platform, rest)?.accountId,
  };
}

function readToken(request: FastifyRequest, parameters: URLSearchParams): string {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return bearer ?? parameters.get('access_token') ?? '';
}

/**
 * Returns the grant of a valid token, after applying the faults that expire or revoke it.
 *
 * @throws {GraphError} for an unusable token or a wrong proof.
 */
function openGrant(
  platform: FacebookPlatform,
  token: string,
  parameters: URLSearchParams,
  matchedFaults: readonly FaultRule[],
): GraphCall['grant'] {
  if (token === '') {
    throw new GraphError({
      code: 2500,
      message: 'An active access token must be used to query information about the current user.',
    });
  }
  for (const { kind } of matchedFaults) {
    if (kind === 'expired_token') platform.grants.expire(token);
    if (kind === 'revoked_token') platform.grants.revoke(platform.grants.open(token).grant.userId);
  }
  const { grant, fault } = platform.grants.open(token);
  if (fault !== undefined) throw fault;
  verifyProof(platform, token, parameters);
  return grant;
}

function verifyProof(platform: FacebookPlatform, token: string, parameters: URLSearchParams): void {
  checkProof(token, parameters.get('appsecret_proof'), parameters.get('appsecret_time'), {
    isRequired: platform.options.requireProof,
    now: platform.parts.clock.now(),
  });
}

/**
 * Routes a call to the token calls or to Graph.
 *
 * @throws {GraphError} if the call is rejected.
 */
async function routeCall(
  platform: FacebookPlatform,
  request: FastifyRequest,
  target: Target,
  matchedFaults: readonly FaultRule[],
): Promise<Json> {
  const url = new URL(request.url, 'http://facebook');
  const body = typeof request.body === 'string' ? request.body : '';
  const contentType = request.headers['content-type'] ?? '';
  // The body of a GET request, which some clients send, is ignored.
  const isGet = request.method === 'GET';
  const parameters = parseParameters(url.searchParams, contentType, isGet ? '' : body);
  for (const { kind, seconds, code } of matchedFaults) {
    if (kind === 'throttle' && target.account) platform.throttle.ban(target.account, seconds);
    if (kind === 'api_error' && code?.[0] !== '-') throw injectedError(code ?? '2');
  }
  if (target.path === 'oauth/access_token') return handleAccessTokenCall(platform, parameters);
  const token = readToken(request, parameters);
  if (target.path === 'debug_token') {
    if (token !== appToken)
      throw new GraphError({ code: 190, message: 'Invalid OAuth access token.' });
    verifyProof(platform, token, parameters);
    return handleDebugTokenCall(platform, parameters);
  }
  const grant = openGrant(platform, token, parameters, matchedFaults);
  if (target.account !== undefined) platform.throttle.admit(target.account, findUseCase(target));
  const method = request.method;
  return handleGraphCall(platform, {
    method: method === 'POST' || method === 'DELETE' ? method : 'GET',
    path: target.path,
    address: `${request.protocol}://${request.host}${url.pathname}`,
    parameters,
    grant,
    matchedFaults,
  });
}

/**
 * Returns the business use case whose rate limit counts the call.
 *
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
function findUseCase(target: Target): 'ads_insights' | 'ads_management' {
  const isInsights = target.name.includes('insights') || target.name.includes('report_run');
  return isInsights ? 'ads_insights' : 'ads_management';
}

/** Handles a request. Every response reports the account's usage of its rate limit. */
async function serve(
  platform: FacebookPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const target = parseTarget(platform, new URL(request.url, 'http://facebook'));
  const callTarget = { platform: 'FACEBOOK', path: target.name, shop: target.account };
  const type = 'application/json; charset=UTF-8';
  return handleCall(platform.parts, callTarget, { request, reply }, type, async (matchedFaults) => {
    const response = await respond(platform, request, target, matchedFaults);
    const { account, version } = target;
    void reply.headers({
      'facebook-api-version': version,
      'cache-control': 'private, no-store',
      ...(account !== undefined && platform.throttle.headers(account, findUseCase(target))),
    });
    return response;
  });
}

/** Returns the response of a call. Rejected calls have status 200 if `errorsWithStatus200` is set. */
async function respond(
  platform: FacebookPlatform,
  request: FastifyRequest,
  target: Target,
  matchedFaults: readonly FaultRule[],
): Promise<WireResponse> {
  try {
    return { status: 200, body: await routeCall(platform, request, target, matchedFaults) };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const status = platform.options.errorsWithStatus200 ? 200 : error.status;
    return { status, body: error.body(), isRefusal: true };
  }
}

/** Builds the listener. The caller starts and closes it. */
export function createFacebookServer(platform: FacebookPlatform): FastifyInstance {
  const server = platformListener(platform.parts.clock);
  for (const url of ['/dialog/oauth', '/:version/dialog/oauth']) {
    server.route({
      method: ['GET', 'POST'],
      url,
      handler: (request, reply) => handleLogin(platform, request, reply),
    });
  }
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/*',
    handler: (request, reply) => serve(platform, request, reply),
  });
  return server;
}
