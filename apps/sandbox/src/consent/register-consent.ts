/** Serves the page where a seller grants an application access to a shop: GET shows it, POST sends the decision. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mergeParameters } from '../lazada/parameters.ts';
import type { Parameters } from '../lazada/signature.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import type { Storefront } from '../world/orders/order.ts';
import { consentPage, failurePage } from './page.ts';
import type { Marketplace } from './page.ts';
import { buildRedirectUrl, sendConsentPage } from './redirect.ts';
import { languageOf } from './texts.ts';
import type { Failure, Language } from './texts.ts';

/** Parameters of the redirect to the application. */
type Outcome = Readonly<Record<string, string>>;

export interface ConsentRequest {
  readonly path: string;
  readonly parameters: Parameters;
  readonly language: Language;
}

/** How a marketplace asks for consent. */
export interface ConsentFlow {
  readonly marketplace: Omit<Marketplace, 'path'>;
  readonly paths: readonly string[];
  readonly application: string;
  /** Parameters carried through the form. */
  readonly carried: readonly string[];
  /** Returns why the request is shown an error instead of the page. */
  failureOf(request: ConsentRequest): Failure | undefined;
  callbackOf(request: ConsentRequest): string;
  /** Returns the OAuth error that redirects the browser back at once, if the request is invalid. */
  refusalOf?(request: ConsentRequest): Outcome | undefined;
  shopsOf(request: ConsentRequest): readonly Storefront[];
  /** Form value for all shops of a seller at once, by the email address of the account. */
  mainAccounts?(): ReadonlyMap<string, string>;
  /** The outcome if the seller refuses. */
  readonly denied: Outcome;
  /** Grants access to what the seller chose. Returns undefined if that does not exist. */
  grant(chosen: string, request: ConsentRequest): Outcome | undefined;
}

export function registerConsent(
  server: FastifyInstance,
  dependencies: Pick<PlatformDependencies, 'clock' | 'saveState'>,
  flow: ConsentFlow,
): void {
  for (const path of flow.paths) {
    server.route({
      method: ['GET', 'POST'],
      url: path,
      handler: (request, reply) => serve(dependencies, flow, path, request, reply),
    });
  }
}

async function serve(
  { clock, saveState }: Pick<PlatformDependencies, 'clock' | 'saveState'>,
  flow: ConsentFlow,
  path: string,
  { url, method, headers, body }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = typeof body === 'string' ? body : '';
  const parameters = mergeParameters(url, headers['content-type'] ?? '', form);
  const language = languageOf(parameters.get('lang'), headers['accept-language']);
  const request = { path, parameters, language };
  const marketplace = { ...flow.marketplace, path };
  const failure = flow.failureOf(request);
  if (failure !== undefined)
    return sendConsentPage(reply, 400, failurePage(marketplace, language, failure));
  const callback = flow.callbackOf(request);
  const goBack = (outcome: Outcome) =>
    reply.redirect(buildRedirectUrl(callback, outcome, parameters.get('state')), 303);
  const refusal = flow.refusalOf?.(request);
  if (refusal !== undefined) return goBack(refusal);
  const isSent = method === 'POST';
  if (isSent) {
    if (parameters.get('decision') !== 'agree') return goBack(flow.denied);
    const outcome = flow.grant(parameters.get('shop') ?? '', request);
    if (outcome !== undefined) {
      await saveState();
      return goBack(outcome);
    }
  }
  const now = clock.now();
  const mainAccounts = flow.mainAccounts?.();
  const html = consentPage(marketplace, {
    language,
    application: flow.application,
    parameters: flow.carried.flatMap((name) => {
      const value = parameters.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
    shops: flow.shopsOf(request).map((shop) => ({ info: shop.info, orders: shop.countAt(now) })),
    ...(mainAccounts && { mainAccounts }),
    unchosen: isSent,
  });
  return sendConsentPage(reply, isSent ? 422 : 200, html, callback);
}
