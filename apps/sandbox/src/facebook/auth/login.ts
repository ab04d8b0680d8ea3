/** `/dialog/oauth`: the dialog where a user grants an application access to some or all ad accounts. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consentLayout, failurePage, type Marketplace } from '../../consent/page.ts';
import { buildRedirectUrl, isRegisteredCallback, sendConsentPage } from '../../consent/redirect.ts';
import { languageOf, type Failure, type Language } from '../../consent/texts.ts';
import { escapeHtml } from '../../http/html.ts';
import { facebookUsers, findUser, type AdAccount, type FacebookUser } from '../ads/accounts.ts';
import { facebookApplication } from '../application.ts';
import type { FacebookPlatform } from '../platform.ts';

const carriedParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'lang',
  'auth_type',
];

function failureOf(platform: FacebookPlatform, parameters: URLSearchParams): Failure | undefined {
  const clientId = parameters.get('client_id') ?? '';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (clientId === '' || redirectUri === '') return 'missing';
  if (clientId !== facebookApplication.appId) return 'application';
  if (!isRegisteredCallback('facebook', redirectUri, platform.parts.callbacks)) return 'redirect';
  return (parameters.get('response_type') ?? 'code') === 'code' ? undefined : 'responseType';
}

/** Returns the requested scopes, separated by commas or spaces. `public_profile` is always granted. */
function scopesOf(parameters: URLSearchParams): readonly string[] {
  const requested = (parameters.get('scope') ?? '').split(/[ ,]+/).filter((scope) => scope !== '');
  return [...new Set([...requested, 'public_profile'])];
}

function userRow(user: FacebookUser): string {
  const id = `user-${user.id}`;
  return `<div class="shop"><input type="radio" name="user" required id="${id}" value="${user.id}" aria-describedby="${id}-about"><label for="${id}">${escapeHtml(user.account.owner)}</label><small id="${id}-about">${escapeHtml(user.account.email)}</small></div>`;
}

function accountRow({ accountId, name, currency, status }: AdAccount, closed: string): string {
  const about = `${accountId} · ${currency}${status === 101 ? ` · ${closed}` : ''}`;
  return `<div class="shop"><input type="checkbox" name="account" checked id="account-${accountId}" value="${accountId}" aria-describedby="about-${accountId}"><label for="account-${accountId}">${escapeHtml(name)}</label><small id="about-${accountId}">${escapeHtml(about)}</small></div>`;
}

function permissionRow(scope: string, texts: LoginTexts): string {
  const name = escapeHtml(texts.permissionNames[scope] ?? scope);
  const fixed = scope === 'public_profile' ? ' disabled' : '';
  return `<div class="shop"><input type="checkbox" name="granted" checked${fixed} id="scope-${escapeHtml(scope)}" value="${escapeHtml(scope)}"><label for="scope-${escapeHtml(scope)}">${name}</label><small>${escapeHtml(scope)}</small></div>`;
}

const refuseButton = (texts: LoginTexts) =>
  `<button name="decision" value="refuse" formmethod="post" formnovalidate>${texts.cancel}</button>`;

/** Returns the form that asks who the user is. The next page shows the ad accounts of that user alone. */
function userForm(texts: LoginTexts, unchosen: boolean): string {
  return `<section aria-labelledby="who"><h2 id="who">${texts.who}</h2>${unchosen ? `<p class="bad" role="alert">${texts.unchosen}</p>` : ''}${facebookUsers.map(userRow).join('')}</section>
<div class="actions"><button class="primary">${texts.agree}</button>${refuseButton(texts)}</div>`;
}

/** Returns the form in which a user chooses ad accounts and permissions. */
function accountForm(
  user: FacebookUser,
  parameters: URLSearchParams,
  texts: LoginTexts,
  otherUserUrl: string,
): string {
  const { owner, email } = user.account;
  const accounts = user.adAccounts.map((account) => accountRow(account, texts.closed));
  const permissions = scopesOf(parameters).map((scope) => permissionRow(scope, texts));
  return `<input type="hidden" name="user" value="${user.id}">
<p class="lead">${escapeHtml(owner)} · ${escapeHtml(email)} · <a href="${escapeHtml(otherUserUrl)}">${texts.otherUser}</a></p>
<section aria-labelledby="accounts"><h2 id="accounts">${texts.accounts}</h2><p class="never">${texts.accountsHelp}</p>${accounts.join('')}</section>
<section aria-labelledby="asks"><h2 id="asks">${escapeHtml(texts.permissions(facebookApplication.name))}</h2>${permissions.join('')}<p class="never">${texts.never}</p></section>
<div class="actions"><button class="primary" name="decision" value="agree">${texts.agree}</button>${refuseButton(texts)}</div>`;
}

function loginPage(
  marketplace: Marketplace,
  language: Language,
  parameters: URLSearchParams,
  user: FacebookUser | undefined,
  unchosen: boolean,
): string {
  const texts = loginTexts[language];
  const other: Language = language === 'vi' ? 'en' : 'vi';
  const carried = carriedParameters.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const addressWith = (more: Record<string, string>) =>
    `${marketplace.path}?${new URLSearchParams({ ...Object.fromEntries(carried), ...more }).toString()}`;
  const hidden = carried
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const inOtherLanguage = addressWith({ lang: other, ...(user && { user: user.id }) });
  const aside = `<a href="${escapeHtml(inOtherLanguage)}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>`;
  const form =
    user === undefined
      ? userForm(texts, unchosen)
      : accountForm(user, parameters, texts, addressWith({}));
  return consentLayout(
    marketplace,
    language,
    texts.title(facebookApplication.name),
    aside,
    `<h1>${escapeHtml(texts.heading(facebookApplication.name))}</h1>
<p class="note">${texts.sandbox}</p>
<form method="${user === undefined ? 'get' : 'post'}" action="${marketplace.path}">${hidden}
${form}
</form>`,
  );
}

/** Shows the dialog, or redirects to the application with the user's decision. */
export async function handleLogin(
  platform: FacebookPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = new URL(request.url, 'http://facebook');
  const parameters = new URLSearchParams(url.search);
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  for (const name of carriedParameters) {
    const value = form.get(name);
    if (value !== null) parameters.set(name, value);
  }
  const marketplace: Marketplace = { name: 'Facebook', mark: 'f', path: url.pathname };
  const language = languageOf(
    parameters.get('lang') ?? undefined,
    request.headers['accept-language'],
  );
  const failure = failureOf(platform, parameters);
  if (failure !== undefined)
    return sendConsentPage(reply, 400, failurePage(marketplace, language, failure));
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const isAnswer = request.method === 'POST';
  const user = findUser((isAnswer ? form : parameters).get('user') ?? '');
  if (isAnswer && form.get('decision') !== 'agree') {
    const refusal = {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    };
    const target = buildRedirectUrl(redirectUri, refusal, parameters.get('state') ?? undefined);
    return reply.redirect(target, 303);
  }
  if (isAnswer && user !== undefined) {
    const granted = [...form.getAll('granted'), 'public_profile'];
    const scopes = scopesOf(parameters);
    const code = platform.grants.issueCode({
      userId: user.id,
      redirectUri,
      scopes: scopes.filter((scope) => granted.includes(scope)),
      declined: scopes.filter((scope) => !granted.includes(scope)),
      accounts: user.adAccounts
        .map(({ accountId }) => accountId)
        .filter((accountId) => form.getAll('account').includes(accountId)),
    });
    await platform.parts.saveState();
    const target = buildRedirectUrl(redirectUri, { code }, parameters.get('state') ?? undefined);
    // Facebook appends `#_=_` to some redirects.
    return reply.redirect(`${target}#_=_`, 303);
  }
  const html = loginPage(marketplace, language, parameters, user, isAnswer);
  return sendConsentPage(reply, isAnswer ? 422 : 200, html, redirectUri);
}

interface LoginTexts {
  readonly title: (application: string) => string;
  readonly heading: (application: string) => string;
  readonly sandbox: string;
  readonly who: string;
  readonly otherUser: string;
  readonly accounts: string;
  readonly accountsHelp: string;
  readonly closed: string;
  readonly permissions: (application: string) => string;
  readonly permissionNames: Readonly<Record<string, string>>;
  readonly never: string;
  readonly agree: string;
  readonly cancel: string;
  readonly unchosen: string;
  readonly otherLanguage: string;
}

const loginTexts: Readonly<Record<Language, LoginTexts>> = {
  vi: {
    title: (application) => `Cho phép ${application} · Facebook thử nghiệm`,
    heading: (application) => `Cho phép ${application} đọc số liệu quảng cáo`,
    sandbox:
      'Facebook thử nghiệm: mọi người dùng, tài khoản quảng cáo và số liệu ở đây đều là giả lập, không cần mật khẩu.',
    who: 'Bạn là ai?',
    otherUser: 'Không phải bạn?',
    accounts: 'Tài khoản quảng cáo',
    accountsHelp: 'Tất cả tài khoản được chọn của người này sẽ được đọc.',
    closed: 'đã đóng',
    permissions: (application) => `${application} xin được phép`,
    permissionNames: {
      ads_read: 'Đọc chiến dịch, quảng cáo và số liệu của chúng',
      business_management: 'Thấy tài khoản quảng cáo của doanh nghiệp',
      public_profile: 'Biết tên của bạn',
    },
    never: 'Không được tạo, sửa hay dừng quảng cáo của bạn.',
    agree: 'Tiếp tục',
    cancel: 'Huỷ',
    unchosen: 'Hãy chọn bạn là ai.',
    otherLanguage: 'English',
  },
  en: {
    title: (application) => `Allow ${application} · Facebook sandbox`,
    heading: (application) => `Allow ${application} to read your ad data`,
    sandbox:
      'This is a sandbox. All people, ad accounts, and data here are simulated, and no password is needed.',
    who: 'Who are you?',
    otherUser: 'Not you?',
    accounts: 'Ad accounts',
    accountsHelp: 'All selected accounts of this person will be read.',
    closed: 'closed',
    permissions: (application) => `${application} is asking to`,
    permissionNames: {
      ads_read: 'Read campaigns, ads, and their results',
      business_management: 'See your business’s ad accounts',
      public_profile: 'See your name',
    },
    never: 'It can’t create, edit, or stop your ads.',
    agree: 'Continue',
    cancel: 'Cancel',
    unchosen: 'Choose who you are.',
    otherLanguage: 'Tiếng Việt',
  },
};
