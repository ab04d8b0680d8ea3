/** Facebook's part of the control API. */
import type { FastifyInstance } from 'fastify';
import { buildRedirectUrl } from '../consent/redirect.ts';
import { ControlError, parseInstant, readRedirectUri, readText } from '../control/requests.ts';
import { parseDay } from '../local-time.ts';
import { adAccounts, facebookUsers, accountDay, findAccount } from './ads/accounts.ts';
import type { AdAccount } from './ads/accounts.ts';
import { adLedgerOf } from './ads/ledger.ts';
import type { FacebookPlatform } from './platform.ts';

/** The scopes that the product requests. */
const defaultScopes = ['ads_read', 'business_management', 'public_profile'];

function accountNamed(source: Record<string, unknown>): AdAccount {
  const id = readText(source, 'shop');
  if (id === undefined) throw new ControlError(400, 'shop is missing.');
  const account = findAccount(id.replace(/^act_/, ''));
  if (account === undefined) throw new ControlError(404, `There is no ad account "${id}".`);
  return account;
}

/**
 * Returns the code that the dialog would issue: for one ad account (`shop`), or for all ad accounts of the user with
 * the email address `account`.
 */
export async function authorizeFacebook(
  platform: FacebookPlatform,
  body: Record<string, unknown>,
): Promise<unknown> {
  const redirectUri = readRedirectUri(body, 'facebook', platform.parts.callbacks);
  const email = readText(body, 'account');
  const chosen = email === undefined ? [accountNamed(body)] : undefined;
  const user = facebookUsers.find(
    ({ account }) => account.email === (email ?? chosen?.[0]?.owner.email),
  );
  if (user === undefined) throw new ControlError(404, `Nobody is called "${email ?? ''}".`);
  const scopes = readText(body, 'scope')?.split(/[ ,]+/) ?? defaultScopes;
  const code = platform.grants.issueCode({
    userId: user.id,
    redirectUri,
    scopes,
    declined: [],
    accounts: (chosen ?? user.adAccounts).map(({ accountId }) => accountId),
  });
  await platform.parts.saveState();
  return { code, redirectTo: buildRedirectUrl(redirectUri, { code }, readText(body, 'state')) };
}

/**
 * Returns the ledger of an ad account.
 *
 * @throws {ControlError} if the query is invalid.
 */
export function facebookLedger(
  platform: FacebookPlatform,
  query: Record<string, unknown>,
): Readonly<Record<string, unknown>> {
  const account = accountNamed(query);
  const { world, clock } = platform.parts;
  const asOfText = readText(query, 'as_of');
  const asOf = asOfText === undefined ? clock.now() : parseInstant(asOfText, 'as_of');
  const read = (name: string, defaultDay: number): number => {
    const text = readText(query, name);
    const day = text === undefined ? defaultDay : parseDay(text);
    if (day === undefined) throw new ControlError(400, `${name} must be a day such as 2026-01-31.`);
    return day;
  };
  const from = read('from', world.firstDay);
  const to = read('to', accountDay(account, asOf));
  if (to < from) throw new ControlError(400, 'to must not be before from.');
  return adLedgerOf(world, account, { from, to }, asOf);
}

function accountViews(platform: FacebookPlatform): readonly Record<string, unknown>[] {
  const { world } = platform.parts;
  return adAccounts.map((account) => ({
    platform: 'FACEBOOK',
    externalShopId: account.accountId,
    name: account.name,
    company: account.business,
    account: account.owner.email,
    currency: account.currency,
    timeZone: account.timeZone,
    status: account.status,
    ads: world.ads(account).length,
    promotes: account.promotes.map(({ platform: marketplace, externalShopId }) => ({
      platform: marketplace,
      externalShopId,
    })),
  }));
}

/** Registers the route for ad accounts. */
export function registerFacebookControl(server: FastifyInstance, platform: FacebookPlatform): void {
  server.get('/_sandbox/ad-accounts', () => {
    const items = accountViews(platform);
    return { items, total: items.length };
  });
}
