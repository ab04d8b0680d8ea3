import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { PageConfiguration } from '@seller-connect/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Configuration } from '../platform/config/configuration.ts';
import { builtSourceDirectives, inlineSource } from '../platform/http/security-headers.ts';
import { webScopes } from '../platform/http/scopes.ts';

export { clientErrorRoutes } from './client-errors.ts';

/** The built front end, next to the server both in a checkout and in an image. */
export const webBuildFolder = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');

/** A redirect URI besides `/` that an external identity provider must register, too. */
const relayPath = '/oauth/relay';

/** Stands in the built page before the script that reads the configuration. */
const configurationPlaceholder = '<!--page-configuration-->';

const yearSeconds = 365 * 24 * 3600;

/** Returns the page configuration, which is created nowhere else. */
export function toPageConfiguration(configuration: Configuration): PageConfiguration {
  return {
    environment: configuration.ENVIRONMENT,
    demo: configuration.demo,
    catalogueApi: configuration.catalogueApi,
    coreApi: configuration.coreApi,
    identity: {
      ...identityProviderSettings(configuration),
      adminOrigin: configuration.identityAdminOrigin,
      monitor: configuration.SESSION_MONITOR,
      session: configuration.SESSION_MODE,
      silent: configuration.SILENT_LOGIN,
      revokeCheck: configuration.REVOKE_CHECK === '1',
      ...(configuration.loginToken && { token: configuration.loginToken }),
    },
    ...(configuration.brandPreset && { colorPreset: configuration.brandPreset }),
    // Copied field by field, because a tool's secret must stay on the server.
    reportingTools: configuration.reportingTools.map(({ id, name, url }) => ({ id, name, url })),
  };
}

function identityProviderSettings({ outside, identityOrigin, appOrigin }: Configuration) {
  if (!outside) {
    return {
      issuer: identityOrigin,
      origin: identityOrigin,
      isOutside: false,
      clientId: 'seller-connect-web',
      scopes: [...webScopes],
    };
  }
  const { issuer, clientId, scopes } = outside;
  const { origin } = new URL(issuer);
  const silentRedirectUri = appOrigin + relayPath;
  return { issuer, origin, isOutside: true, clientId, scopes, silentRedirectUri };
}

const headersOfPages = [
  'permissions-policy',
  'content-security-policy',
  'referrer-policy',
  'x-request-id',
];

/**
 * Serves the hashed files of the build. Every listener that serves one of its pages needs them. They are sent without
 * headers that say nothing about a file that never changes and is no page: a first visit loads twenty files.
 */
export async function serveAssets(
  app: FastifyInstance,
  buildFolder = webBuildFolder,
): Promise<void> {
  await app.register(async (assets) => {
    assets.addHook('onSend', async ({ url }, reply) => {
      if (reply.statusCode >= 400) return;
      for (const name of headersOfPages) reply.removeHeader(name);
      // Scripts of modules are always UTF-8.
      if (url.endsWith('.js')) reply.header('content-type', 'text/javascript');
    });
    await assets.register(fastifyStatic, {
      root: join(buildFolder, 'assets'),
      // Its own route reads the whole folder at each request, to compare the spelling of the file's name.
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: yearSeconds * 1000,
      acceptRanges: false,
      etag: false,
      lastModified: false,
      index: false,
    });
    assets.get<{ Params: { '*': string } }>(
      '/assets/*',
      { schema: { hide: true } },
      (request, reply) => reply.sendFile(request.params['*']),
    );
  });
}

export interface WebOptions {
  configuration: Configuration;
  /** Folder of the web build; by default the one next to the server. */
  build?: string;
  /** The external identity provider, if there is one. */
  outside?: { origins(): Promise<string[]> } | null;
}

/**
 * Serves the application's page at every address that is not a call of the API; the router of the page handles the
 * rest.
 * @returns a function that sends the page, for other routes that need it
 * @throws Error if the front end has not been built
 */
export async function serveWeb(
  app: FastifyInstance,
  { configuration, build: buildFolder = webBuildFolder, outside }: WebOptions,
): Promise<(reply: FastifyReply) => Promise<FastifyReply>> {
  const template = await readFile(join(buildFolder, 'index.html'), 'utf8').catch(() => {
    throw new Error('The front end has not been built; run `npm run build` first');
  });
  const page = embedConfiguration(template, toPageConfiguration(configuration));
  const builtSources = builtSourceDirectives(await readFile(join(buildFolder, 'csp.json'), 'utf8'));
  await serveAssets(app, buildFolder);

  const sendPage = async (reply: FastifyReply) => {
    const identity = (await outside?.origins()) ?? [configuration.identityOrigin];
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        contentSecurityPolicy(builtSources, configuration, identity),
      )
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('cache-control', 'no-cache')
      .send(page);
  };

  if (configuration.outside) serveRelay(app);
  await serveWorker(app, buildFolder);
  const pageOptions = { schema: { hide: true }, config: { ignoresUrl: true } };
  app.get('/', pageOptions, async (_request, reply) => sendPage(reply));
  app.get('/*', pageOptions, async (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return sendPage(reply);
    return reply.callNotFound();
  });
  return sendPage;
}

/**
 * Serves the service worker below the root, which is its scope. The browser asks for a newer one at every start. It
 * loads files of this origin and nothing else; the icon of notifications is an image.
 */
async function serveWorker(app: FastifyInstance, buildFolder: string): Promise<void> {
  const script = await readFile(join(buildFolder, 'service-worker.js'), 'utf8');
  app.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'; img-src 'self'")
      .header('cache-control', 'no-cache')
      .send(script),
  );
}

/**
 * Serves the page at the silent redirect URI. It posts the authorization response in its URL to the application's page
 * that frames it, like `relayResponse` of the login layer.
 */
function serveRelay(app: FastifyInstance): void {
  const script = `parent.postMessage({type:'authorization_response',response:Object.fromEntries(new URLSearchParams(location.search))},location.origin)`;
  const policy = `default-src 'none'; script-src ${inlineSource(script)}; base-uri 'none'; frame-ancestors 'self'`;
  app.get(relayPath, { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(`<!doctype html><title>Seller Connect</title><script>${script}</script>`),
  );
}

/** Embeds the configuration as JSON. A script element ends at the first `</`, so every `<` is escaped. */
function embedConfiguration(template: string, configuration: PageConfiguration): string {
  const json = JSON.stringify(configuration).replaceAll('<', String.raw`\u003c`);
  const element = `<script type="application/json" id="page-configuration">${json}</script>`;
  if (!template.includes(configurationPlaceholder))
    throw new Error('The built page has no placeholder for its configuration');
  return template.replace(configurationPlaceholder, () => element);
}

function contentSecurityPolicy(
  builtSources: readonly string[],
  { identityAdminOrigin, catalogueApi, coreApi, appOrigin, outside }: Configuration,
  identity: readonly string[],
): string {
  const isOutside = outside !== null;
  const apis = [catalogueApi, coreApi].map((base) => new URL(base).origin);
  const otherOrigins = [...identity, identityAdminOrigin, ...apis].filter(
    (each) => each !== appOrigin,
  );
  const connectSources = [...new Set(otherOrigins)].map((each) => ` ${each}`).join('');
  return [
    "default-src 'none'",
    ...builtSources,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${connectSources}`,
    `frame-src ${isOutside ? `'self' ` : ''}${identity.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    // Blocks scripts from strings: sinks that would parse HTML from a string throw.
    "require-trusted-types-for 'script'",
  ].join('; ');
}
