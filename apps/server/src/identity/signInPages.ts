import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageConfiguration } from '@seller-connect/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { pageLanguage } from './pageLanguage.ts';
import { escapeHtml } from './pages.ts';

/** Pages of the login area in the web build, as its README lists them. */
type PageName = 'login' | 'register' | 'forgot-password' | 'google';
const loginErrors = [
  'invalid_credentials',
  'rate_limited',
  'interaction_expired',
  'validation',
] as const;

const Hashes = Type.Object({
  scriptHashes: Type.Array(Type.String()),
  styleHashes: Type.Array(Type.String()),
});

export interface SignInPagesOptions {
  appOrigin: string;
  /** Folder of the web build. */
  build: string;
  /** Written into the pages when the installation has colours of its own. */
  pageConfiguration: PageConfiguration;
}

/** A parameter given twice is as good as none. */
function parameter(request: FastifyRequest, name: string): string {
  const { query } = request;
  if (typeof query !== 'object' || query === null) return '';
  const value: unknown = Object.entries(query).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}

const notBuilt = {
  vi: 'Trang đăng nhập chưa được dựng. Hãy chạy "npm run build" rồi tải lại trang này.',
  en: 'The sign-in page has not been built. Run "npm run build", then reload this page.',
};

/** An interaction's id as the protocol library makes them; anything else is treated as none. */
const interactionId = /^[\w-]{20,64}$/;

export interface SignInPages {
  showLogin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** The pages around the login: register, forgot password, Google. */
  routes(app: FastifyInstance): void;
}

/** The prerendered login area, shown from the identity origin. */
export function createSignInPages(options: SignInPagesOptions): SignInPages {
  const files = new Map<string, Promise<string>>();
  let policy: Promise<string> | undefined;

  /** Kept once read; a failure is not kept, so that a build made meanwhile is found. */
  function read(name: string): Promise<string> {
    let file = files.get(name);
    if (!file) {
      file = readFile(join(options.build, name), 'utf8');
      file.catch(() => files.delete(name));
      files.set(name, file);
    }
    return file;
  }

  async function readPolicy(): Promise<string> {
    const hashes = Value.Parse(Hashes, JSON.parse(await read('csp.json')));
    const quoted = (list: string[]) =>
      list.map((each) => ` '${each.replaceAll("'", '')}'`).join('');
    return [
      "default-src 'none'",
      `script-src 'self'${quoted(hashes.scriptHashes)}`,
      `style-src 'self'${quoted(hashes.styleHashes)}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      // The redirects after the form lead on to the application; browsers hold them to this list too.
      `form-action 'self' ${options.appOrigin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }

  async function show(request: FastifyRequest, reply: FastifyReply, page: PageName) {
    const language = pageLanguage(request.headers, parameter(request, 'ui_locales'));
    const error =
      page === 'login'
        ? loginErrors.find((each) => each === parameter(request, 'error'))
        : undefined;
    const name = `sign-in/${page}${error === undefined ? '' : `.${error}`}.${language}.html`;
    let html: string;
    try {
      policy ??= readPolicy();
      policy.catch(() => (policy = undefined));
      [html] = await Promise.all([read(name), policy]);
    } catch (failure) {
      request.log.error({ err: failure }, 'the login area could not be read');
      return reply
        .code(503)
        .header('content-type', 'text/plain; charset=utf-8')
        .send(notBuilt[language]);
    }
    const given = parameter(request, 'interaction');
    const interaction = interactionId.test(given) ? given : '';
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', await policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(fill(html, interaction));
  }

  function fill(html: string, interaction: string): string {
    const filled = html
      .replaceAll('__INTERACTION__', () => escapeHtml(interaction))
      .replaceAll('__BEGIN__', () => escapeHtml(`${options.appOrigin}/`));
    if (!options.pageConfiguration.colourPreset) return filled;
    const json = JSON.stringify(options.pageConfiguration).replaceAll('<', String.raw`\u003c`);
    const element = `<script type="application/json" id="page-configuration">${json}</script>`;
    return filled.replace('</head>', () => `${element}</head>`);
  }

  return {
    showLogin: (request, reply) => show(request, reply, 'login'),
    routes(app) {
      app.get('/register', (request, reply) => show(request, reply, 'register'));
      app.get('/forgot-password', (request, reply) => show(request, reply, 'forgot-password'));
      app.get('/sign-in/google', (request, reply) => show(request, reply, 'google'));
    },
  };
}
