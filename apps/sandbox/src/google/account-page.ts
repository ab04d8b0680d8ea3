/** `/o/oauth2/v2/auth`: the page where a user chooses an account and consents. It has its own look and no script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageStyles, escapeHtml } from '../http/html.ts';
import { buildRedirectUrl, isRegisteredCallback, sendConsentPage } from '../consent/redirect.ts';
import { languageOf } from '../consent/texts.ts';
import type { Language } from '../consent/texts.ts';
import { googleApplication } from './application.ts';
import { accountTexts } from './account-texts.ts';
import type { AccountFailure } from './account-texts.ts';
import { googleAccounts, findGoogleAccount } from './accounts.ts';
import type { GoogleAccount } from './accounts.ts';
import type { GooglePlatform } from './platform.ts';
import { grantedScope } from './tokens.ts';

const authorizePath = '/o/oauth2/v2/auth';

/** Request parameters carried through the form. */
const carriedParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'access_type',
  'hl',
];

const styles = `${pageStyles}
main{max-width:480px;margin:0 auto;padding:32px 16px 48px}
.top{display:flex;align-items:center;justify-content:space-between;gap:12px;margin-bottom:16px}
.mark{font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:24px}
.lead{color:var(--quiet);margin-top:6px}
.note{background:var(--note);color:var(--note-text);border-radius:6px;padding:10px 12px;margin-top:16px;font-size:14px}
fieldset{border:0;margin:20px 0 0;padding:0;min-width:0}
legend{padding:0;margin-bottom:6px;font-weight:600}
.account{position:relative;display:grid;grid-template-columns:20px 1fr;gap:0 12px;align-items:center;padding:11px 12px;border:1px solid var(--line);border-radius:8px;margin-top:8px}
.account:has(input:checked){border-color:var(--brand);background:var(--soft)}
.account:has(input:focus-visible){outline:2px solid var(--brand);outline-offset:2px}
.account input{position:relative;z-index:1;margin:0;width:18px;height:18px;accent-color:var(--brand);outline:none;grid-row:span 2}
.account label{font-weight:500;cursor:pointer;overflow-wrap:anywhere}
.account label::after{content:"";position:absolute;inset:0}
.account small{color:var(--quiet);font-size:13px;overflow-wrap:anywhere}
.bad{color:var(--bad);font-weight:500;margin-top:8px}
.actions{display:flex;gap:12px;margin-top:28px}
button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;border-radius:6px;cursor:pointer;border:1px solid var(--field);background:transparent;color:var(--text)}
button.primary{flex:1;border-color:var(--brand);background:var(--brand);color:var(--on-brand)}
@media (max-width:440px){main{padding:16px 12px 32px}.card{padding:18px 16px}.actions{flex-direction:column}}
`;

function parametersOf(request: FastifyRequest): URLSearchParams {
  const text = typeof request.body === 'string' ? request.body : '';
  const question = request.url.indexOf('?');
  return new URLSearchParams(request.method === 'POST' ? text : request.url.slice(question + 1));
}

function failureOf(
  platform: GooglePlatform,
  parameters: URLSearchParams,
): AccountFailure | undefined {
  if (parameters.get('client_id') !== googleApplication.clientId) return 'client';
  if (
    !isRegisteredCallback('google', parameters.get('redirect_uri') ?? '', platform.parts.callbacks)
  ) {
    return 'redirect';
  }
  return parameters.get('response_type') === 'code' && parameters.get('scope')
    ? undefined
    : 'request';
}

function layout(language: Language, title: string, aside: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<div class="top"><div class="mark">${accountTexts[language].mark}</div>${aside}</div>
<div class="card">${content}</div>
</main>
</body>
</html>
`;
}

function accountRow(account: GoogleAccount, language: Language): string {
  const id = `account-${account.sub}`;
  const note = accountTexts[language].notes[account.note];
  return `<div class="account"><input type="radio" name="account" required id="${id}" value="${escapeHtml(account.email)}" aria-describedby="${id}-about"><label for="${id}">${escapeHtml(account.name)}</label><small id="${id}-about">${escapeHtml(account.email)} · ${note}</small></div>`;
}

function accountsPage(language: Language, parameters: URLSearchParams, unchosen: boolean): string {
  const texts = accountTexts[language];
  const application = googleApplication.name;
  const carried = carriedParameters.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const other: Language = language === 'vi' ? 'en' : 'vi';
  const query = new URLSearchParams(Object.fromEntries(carried));
  query.set('hl', other);
  const hidden = carried
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const aside = `<a href="${authorizePath}?${escapeHtml(query.toString())}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>`;
  return layout(
    language,
    texts.title(application),
    aside,
    `<h1>${escapeHtml(texts.heading)}</h1>
<p class="lead">${escapeHtml(texts.lead(application))}</p>
<p class="note">${texts.sandbox}</p>
<form method="post" action="${authorizePath}">${hidden}
<fieldset><legend>${texts.choose}</legend>${unchosen ? `<p class="bad" role="alert">${texts.unchosen}</p>` : ''}${googleAccounts.map((account) => accountRow(account, language)).join('')}</fieldset>
<p class="lead">${escapeHtml(texts.shares(application))}</p>
<div class="actions"><button class="primary" name="decision" value="agree">${texts.agree}</button><button name="decision" value="refuse" formnovalidate>${texts.cancel}</button></div>
</form>`,
  );
}

function failurePage(language: Language, failure: AccountFailure): string {
  const texts = accountTexts[language];
  return layout(
    language,
    texts.failureHeading,
    '',
    `<h1>${texts.failureHeading}</h1><p class="bad">${texts.failures[failure]}</p>`,
  );
}

/** Issues a code for a user who consented, with everything that the token exchange verifies. */
export function issueCodeFor(
  platform: GooglePlatform,
  account: GoogleAccount,
  parameters: URLSearchParams,
): string {
  const challenge = parameters.get('code_challenge');
  return platform.tokens.issueCode({
    clientId: googleApplication.clientId,
    redirectUri: parameters.get('redirect_uri') ?? '',
    account,
    scope: grantedScope(parameters.get('scope') ?? 'openid email profile'),
    nonce: parameters.get('nonce') ?? undefined,
    challenge:
      challenge === null
        ? undefined
        : { value: challenge, method: parameters.get('code_challenge_method') ?? 'plain' },
    isOffline: parameters.get('access_type') === 'offline',
    isConsentRequested: (parameters.get('prompt') ?? '').split(' ').includes('consent'),
  });
}

export function registerAccountPage(server: FastifyInstance, platform: GooglePlatform): void {
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const parameters = parametersOf(request);
    const language = languageOf(
      parameters.get('hl') ?? undefined,
      request.headers['accept-language'],
    );
    const failure = failureOf(platform, parameters);
    // Like Google, never redirects to an address that may not belong to the application.
    if (failure !== undefined) return sendConsentPage(reply, 400, failurePage(language, failure));
    const redirectUri = parameters.get('redirect_uri') ?? '';
    const state = parameters.get('state') ?? undefined;
    if (parameters.get('prompt') === 'none') {
      return reply.redirect(
        buildRedirectUrl(redirectUri, { error: 'interaction_required' }, state),
        303,
      );
    }
    if (request.method !== 'POST') {
      return sendConsentPage(reply, 200, accountsPage(language, parameters, false), redirectUri);
    }
    if (parameters.get('decision') !== 'agree') {
      return reply.redirect(buildRedirectUrl(redirectUri, { error: 'access_denied' }, state), 303);
    }
    const account = findGoogleAccount(parameters.get('account') ?? '');
    if (account === undefined) {
      return sendConsentPage(reply, 422, accountsPage(language, parameters, true), redirectUri);
    }
    const outcome = {
      code: issueCodeFor(platform, account, parameters),
      scope: grantedScope(parameters.get('scope') ?? ''),
      authuser: '0',
      prompt: 'consent',
      ...(account.hd === null ? {} : { hd: account.hd }),
    };
    return reply.redirect(buildRedirectUrl(redirectUri, outcome, state), 303);
  }

  server.get(authorizePath, answer);
  server.post(authorizePath, answer);
}
