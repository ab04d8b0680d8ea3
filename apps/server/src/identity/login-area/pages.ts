import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageConfiguration } from '@seller-connect/contract';
import { pageStates, type PageName } from '@seller-connect/contract/login-pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FirstAdministrator } from '../registration/first-administrator.ts';
import type { Language } from '../../platform/http/problem.ts';
import { pageLanguage } from '../http/plain-page.ts';
import {
  reportingToolParameter,
  interactionIdPattern,
} from '../protocol/authorization-requests.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { builtSourceDirectives } from '../../platform/http/security-headers.ts';
import type { RemainingAccess, Recovery } from '../registration/recovery.ts';
import {
  createRegistrationCookie,
  registrationSecret,
  type Registration,
} from '../registration/registration.ts';
import type { Unlock } from '../sign-in/sign-in.ts';
import { secretPattern } from '../../platform/secrets.ts';
import {
  addTypedTextScript,
  createTypedTextCookie,
  fillTypedText,
  typedTextSource,
  type TypedText,
} from './typed-text.ts';

/** Formats a retention period for the notice. @param days 0 means no limit */
function formatRetention(days: number, language: Language): string {
  if (days === 0) return language === 'vi' ? 'không giới hạn thời gian' : 'no time limit';
  if (language === 'vi') return `${days} ngày`;
  return days === 1 ? '1 day' : `${days} days`;
}

export interface LoginPagesOptions {
  appOrigin: string;
  /** Folder of the web build. */
  build: string;
  /** Written into the pages if the installation has its own colors. */
  pageConfiguration: PageConfiguration;
  identityOrigin: string;
  /** Days, as configured. */
  retention: { rawDays: number; disconnectedDays: number };
  /** Whether a Google client is configured. */
  offersGoogle: boolean;
  /** Whether the login screen lists the demo accounts. */
  demo: boolean;
  /** Whether emails go to the mailbox page instead of being sent. */
  hasMailbox: boolean;
  accountServices: {
    registration: Pick<Registration, 'findPageState'>;
    recovery: Pick<Recovery, 'findRemainingAccess'>;
    unlock: Pick<Unlock, 'canUnlock'>;
    firstAdministrator: Pick<FirstAdministrator, 'canCreate'>;
  };
}

/** Returns a query parameter; '' when it is missing or repeated. */
function queryParameter(request: FastifyRequest, name: string): string {
  const { query } = request;
  if (typeof query !== 'object' || query === null) return '';
  const value: unknown = Object.entries(query).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}

/** Returns the link secret of the query; '' when it is malformed. */
function readToken(request: FastifyRequest): string {
  const token = queryParameter(request, 'token');
  return secretPattern.test(token) ? token : '';
}

const notBuiltMessage = {
  vi: 'Trang đăng nhập chưa được dựng. Hãy chạy "npm run build" rồi tải lại trang này.',
  en: 'The sign-in page hasn’t been built. Run "npm run build", then reload this page.',
};

interface PageValues {
  interaction: string;
  token: string;
  loginHint: string;
  typed: TypedText;
  language: Language;
  tool: PageConfiguration['reportingTools'][number] | null;
  returnPath?: string | null;
  remainingAccess?: RemainingAccess | null;
}

interface LoginPages {
  showLogin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Registers the pages around the login: registration, passwords and emailed links. */
  routes(app: FastifyInstance): void;
}

/** Serves the prerendered login area from the identity origin. */
export function createLoginPages(options: LoginPagesOptions): LoginPages {
  const files = new Map<string, Promise<string>>();
  const cookie = createRegistrationCookie(options.identityOrigin);
  const typedTextCookie = createTypedTextCookie(options.identityOrigin);
  const { registration, recovery, unlock, firstAdministrator } = options.accountServices;
  let policy: Promise<string> | undefined;

  /** Reads and caches a file. Failures are not cached, so that a later build is found. */
  function read(name: string): Promise<string> {
    return files.getOrInsertComputed(name, () => {
      const file = readFile(join(options.build, name), 'utf8');
      file.catch(() => files.delete(name));
      return file;
    });
  }

  async function readPolicy(): Promise<string> {
    const [scripts, styles] = builtSourceDirectives(await read('csp.json'));
    return [
      "default-src 'none'",
      `${scripts} ${typedTextSource}`,
      styles,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      // Redirects after a form lead to the application, and browsers apply form-action to them too.
      `form-action 'self' ${options.appOrigin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageName,
    requestedState?: string,
    extras: Partial<Pick<PageValues, 'returnPath' | 'remainingAccess' | 'loginHint'>> = {},
  ) {
    const language = pageLanguage(request.headers, queryParameter(request, 'ui_locales'));
    const candidateStates = [
      queryParameter(request, 'step'),
      queryParameter(request, 'error'),
      requestedState,
    ];
    const validStates: readonly string[] = pageStates[page];
    const pageState = candidateStates.find(
      (each) => each !== undefined && validStates.includes(each),
    );
    const isDemo = options.demo && page === 'login';
    const name = `sign-in/${[page, pageState, isDemo ? 'demo' : undefined, language, 'html'].filter((part) => part !== undefined).join('.')}`;
    let html: string;
    try {
      policy ??= readPolicy();
      policy.catch(() => (policy = undefined));
      [html] = await Promise.all([read(name), policy]);
    } catch (failure) {
      request.log.error(
        { event: 'identity.login_area_unreadable', err: failure },
        'Built login pages could not be read',
      );
      return reply
        .code(503)
        .header('content-type', 'text/plain; charset=utf-8')
        .send(notBuiltMessage[language]);
    }
    const interactionParameter = queryParameter(request, 'interaction');
    const interaction = interactionIdPattern.test(interactionParameter) ? interactionParameter : '';
    const token = readToken(request);
    const typed = typedTextCookie.take(request, reply);
    // The maximum length of the input field that it fills.
    const loginHint = (typed.username ?? queryParameter(request, 'login_hint')).slice(0, 320);
    const toolId = queryParameter(request, reportingToolParameter);
    const tool = options.pageConfiguration.reportingTools.find(({ id }) => id === toolId) ?? null;
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', await policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .send(
        fillTemplate(html, { interaction, token, loginHint, typed, language, tool, ...extras }),
      );
  }

  function fillTemplate(html: string, values: PageValues): string {
    const { interaction, token, loginHint, typed, language, tool } = values;
    const { returnPath = null, remainingAccess = null } = values;
    const begin = `${options.appOrigin}${returnPath ?? '/'}`;
    const filled = addTypedTextScript(html)
      .replaceAll('__INTERACTION__', () => escapeHtml(interaction))
      .replaceAll('__TOKEN__', () => escapeHtml(token))
      .replaceAll('__SIGN_IN__', () =>
        escapeHtml(
          interaction === '' || returnPath !== null
            ? begin
            : `/oauth/interaction/${interaction}/sign-in?ui_locales=${language}`,
        ),
      )
      .replaceAll('__CONFIRM__', () =>
        interaction === '' ? '/verify-email' : `/oauth/interaction/${interaction}/verify-email`,
      )
      .replaceAll('__RAW_RETENTION__', () => formatRetention(options.retention.rawDays, language))
      .replaceAll('__DISCONNECTED_RETENTION__', () =>
        formatRetention(options.retention.disconnectedDays, language),
      )
      .replaceAll('__BEGIN__', () => escapeHtml(begin))
      .replaceAll('__TOOL_QUERY__', () =>
        tool ? escapeHtml(`&${reportingToolParameter}=${tool.id}`) : '',
      )
      .replaceAll('__TOOL_NAME__', () => escapeHtml(tool?.name ?? ''))
      .replaceAll('__TOOL_URL__', () => escapeHtml(tool?.url ?? ''))
      // Typed text is last, so that placeholders in it are not replaced.
      .replaceAll('__LOGIN_HINT__', () => escapeHtml(loginHint));
    const htmlAttributes = [
      options.offersGoogle ? '' : ' data-google="off"',
      options.hasMailbox ? ' data-mailbox="on"' : '',
      tool ? ' data-tool="on"' : '',
      remainingAccess && remainingAccess.google !== 'none'
        ? ` data-linked="${remainingAccess.google}"`
        : '',
      remainingAccess?.reportAccess ? ' data-report-access="on"' : '',
    ].join('');
    const offered = fillTypedText(filled, typed).replace(/<html\b/, `<html${htmlAttributes}`);
    if (!options.pageConfiguration.colorPreset) return offered;
    const json = JSON.stringify(options.pageConfiguration).replaceAll('<', String.raw`\u003c`);
    const element = `<script type="application/json" id="page-configuration">${json}</script>`;
    return offered.replace('</head>', () => `${element}</head>`);
  }

  return {
    showLogin: (request, reply) => sendPage(request, reply, 'login'),
    routes(app) {
      app.get('/register', (request, reply) => sendPage(request, reply, 'register'));
      app.get('/privacy', (request, reply) => sendPage(request, reply, 'privacy'));
      app.get('/forgot-password', (request, reply) => sendPage(request, reply, 'forgot-password'));
      for (const [page, purpose] of [
        ['reset-password', 'reset_password'],
        ['undo-email', 'undo_email'],
      ] as const) {
        app.get(`/${page}`, async (request, reply) => {
          const remainingAccess = await recovery.findRemainingAccess(purpose, readToken(request));
          const pageState = remainingAccess ? undefined : 'link_expired';
          return sendPage(request, reply, page, pageState, { remainingAccess });
        });
      }
      app.get('/unlock', async (request, reply) => {
        const isValid = await unlock.canUnlock(readToken(request));
        return sendPage(request, reply, 'unlock', isValid ? undefined : 'link_expired');
      });
      app.get('/first-administrator', async (request, reply) => {
        const isValid = await firstAdministrator.canCreate(readToken(request));
        const pageState = isValid ? undefined : 'link_expired';
        return sendPage(request, reply, 'first-administrator', pageState);
      });
      // Only shows what to do, because mail scanners open links too.
      app.get('/verify-email', async (request, reply) => {
        const { pageState, returnPath, confirmedAddress } = await registration.findPageState(
          readToken(request),
          registrationSecret(cookie, request),
        );
        const extras = { returnPath, loginHint: confirmedAddress };
        return sendPage(request, reply, 'verify-email', pageState, extras);
      });
    },
  };
}
