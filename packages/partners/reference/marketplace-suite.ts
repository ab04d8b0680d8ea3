import type { Platform } from '../src/canonical/canonical.ts';
import type { ShopAccess, TimeWindow } from '../src/connector/shop-access.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ConnectorEnvironment,
  Grant,
  MarketplaceConnector,
  PartnerConnector,
} from '../src/connector/connector.ts';
import type { PushReader } from '../src/connector/push.ts';
import { createTestEnvironment } from '../src/testing/environment.ts';
import { startSandbox, type Sandbox } from '../src/testing/sandbox.ts';
import { findOperation, pushProblems, requestProblems, responseProblems } from './conformance.ts';
import {
  enumFields,
  valueProblems,
  type HonestScenario,
  type ValueExceptions,
} from './documented-values.ts';
import { uninterpretedEnumerations } from './meanings.ts';
import { loadDocument } from './reference-document.ts';
import type { HostileResponse } from './hostile-responses.ts';
import {
  hostileCases,
  hostileProblems,
  type ReplayedNetwork,
  type HostileCase,
  type ScenarioResult,
} from './hostile-scenarios.ts';
import { tokenCases, tokenProblems, type TokenScenario } from './hostile-tokens.ts';
import { createScenarios, sampleOrderIds, toResult, type Scenarios } from './scenarios.ts';
import { receivePushes, type PushDelivery } from './received-pushes.ts';
import { recordExchanges, type Exchange } from './recording.ts';
import {
  forbiddenRequests,
  isDocumentedRefusal,
  unknownCall,
  type ChangedRequest,
} from './forbidden-requests.ts';

interface PartnerUnderTest<C extends PartnerConnector> {
  /** Name of the reference document. */
  reference: string;
  platform: Platform;
  shopId: string;
  /** The sandbox's time. */
  now: string;
  connect(sandbox: Sandbox, environment: ConnectorEnvironment): C;
  /** Options of the sandbox's platform, set before the first fetch. */
  options?: Readonly<Record<string, unknown>>;
  exchangeExtras?: Readonly<Record<string, string>>;
  /** Every operation of the connector. */
  scenarios(connector: C, access: ShopAccess, sandbox: Sandbox): Promise<Scenarios<C>>;
  /** Parameters that are part of the signature or differ in each call; they are neither varied nor compared. */
  volatile: readonly string[];
  /** Builds the changed request as the marketplace would receive it, signed again where requests are signed. */
  sign(
    sandbox: Sandbox,
    exchange: Exchange,
    changed: ChangedRequest,
  ): { url: string; body: string | null };
  /** Returns whether the response is an error. */
  isError(status: number, answer: string): boolean;
  /** Forbidden requests that the documentation allows the marketplace to accept, with the reason: `because` → why. */
  tolerated?: Readonly<Record<string, string>>;
  /** Responses specific to this marketplace, such as status 200 with an error in the body. */
  hostileAnswers: readonly HostileResponse[];
  /**
   * Hostile responses that may lose rows without a flag, because an honest response may look the same, with the reason:
   * `operation: what` → why.
   */
  indistinguishable?: Readonly<Record<string, string>>;
  values?: ValueExceptions;
  /** Pushes of the marketplace; absent when the reference has none. */
  pushes?: {
    reader(sandbox: Sandbox, url: string): PushReader;
    /** Types of pushes that the sandbox does not send, each with the reason. */
    unsent: Readonly<Record<string, string>>;
    /** Type of the push about a withdrawn consent; null where the marketplace sends none. */
    withdrawal: string | null;
  };
}

interface MarketplaceUnderTest extends Omit<PartnerUnderTest<MarketplaceConnector>, 'scenarios'> {
  /** A time window with a few dozen orders, so that there are several pages. */
  window: TimeWindow;
  /** Operations that only this marketplace has, such as event queues. */
  moreScenarios?(access: ShopAccess, sandbox: Sandbox): Scenarios<MarketplaceConnector>;
}

/** Number of hostile cases per run, beside lists that do not move on; `HOSTILE_CASES=all` tries all of them. */
const hostileRuns = process.env['HOSTILE_CASES'] ?? '30';

/** Checks connector and sandbox of a marketplace against its reference table on the wire. */
export function describeMarketplace(marketplace: MarketplaceUnderTest): void {
  const { window, moreScenarios, ...partner } = marketplace;
  describePartner({
    ...partner,
    scenarios: async (connector, access, sandbox) => ({
      ...createScenarios(access, window, await sampleOrderIds(connector, access, window)),
      ...moreScenarios?.(access, sandbox),
    }),
  });
}

/** Like `describeMarketplace`, for any kind of partner. */
export function describePartner<C extends PartnerConnector>(
  marketplace: PartnerUnderTest<C>,
): void {
  const document = loadDocument(marketplace.reference);

  describe(`${marketplace.platform}: connector and sandbox against the reference`, () => {
    // Signatures need the current time, frozen so that a replayed call equals the recorded one.
    const startedAt = new Date();
    let sandbox: Sandbox;
    let access: ShopAccess;
    let scenarios: Scenarios<C>;
    const recorded: Exchange[] = [];
    let tokenScenarios: readonly TokenScenario[] = [];
    const honest = new Map<string, { outcome: ScenarioResult; exchanges: readonly Exchange[] }>();

    /** Connects without waits between calls. */
    const connect = (network: Partial<ConnectorEnvironment>) =>
      marketplace.connect(
        sandbox,
        createTestEnvironment({ shortenedBy: Infinity }, { clock: () => startedAt, ...network }),
      );

    async function link(): Promise<Grant> {
      const { fetch: fetcher, exchanges } = recordExchanges();
      const connector = connect({ fetch: fetcher });
      const code = await sandbox.authorize(marketplace.shopId, marketplace.platform);
      const extras = {
        redirect_uri: `http://localhost:3000/oauth/callback/${marketplace.platform.toLowerCase()}`,
        ...marketplace.exchangeExtras,
      };
      const grant = await connector.exchangeCode(code, extras);
      const codeExchanges = [...exchanges];
      const refreshToken = grant.refreshToken ?? '';
      const renewed = await connector.refresh(refreshToken);
      recorded.push(...exchanges);
      tokenScenarios = [
        {
          name: 'code exchange',
          isRefresh: false,
          exchanges: codeExchanges,
          grant,
          call: (network) => connect(network).exchangeCode(code, extras),
        },
        {
          name: 'refresh',
          isRefresh: true,
          exchanges: exchanges.slice(codeExchanges.length),
          grant: renewed,
          call: (network) => connect(network).refresh(refreshToken),
        },
      ];
      return { ...grant, accessToken: renewed.accessToken };
    }

    /** Withdraws the consent if the marketplace supports it. */
    async function withdraw(accessToken: string): Promise<void> {
      const { fetch: fetcher, exchanges } = recordExchanges();
      await connect({ fetch: fetcher }).withdrawConsent?.(accessToken);
      recorded.push(...exchanges);
    }

    const honestScenarios = (): HonestScenario[] =>
      [...honest].flatMap(([name, recording]) => {
        const read = scenarios[name];
        if (!read) return [];
        return { name, ...recording, read: (network: ReplayedNetwork) => read(connect(network)) };
      });

    beforeAll(async () => {
      sandbox = await startSandbox({ SANDBOX_CLOCK: marketplace.now });
      await sandbox.control('PUT', '/_sandbox/clock', { frozen: true });
      const { options } = marketplace;
      if (options) await sandbox.control('PUT', `/_sandbox/${marketplace.reference}`, options);
      await withdraw((await link()).accessToken);
      const grant = await link();
      const [shop] = grant.shops;
      if (!shop) throw new Error('The sandbox granted nothing');
      access = { ...shop, accessToken: grant.accessToken };
      scenarios = await marketplace.scenarios(connect({}), access, sandbox);
      for (const [name, read] of Object.entries(scenarios)) {
        const { fetch: fetcher, exchanges } = recordExchanges();
        honest.set(name, { outcome: await read(connect({ fetch: fetcher })), exchanges });
        recorded.push(...exchanges);
      }
    });
    afterAll(() => sandbox.stop());

    it('sends every request as the reference says', () => {
      expect(recorded.flatMap((exchange) => requestProblems(document, exchange))).toEqual([]);
    });

    it('is answered as the reference says', () => {
      const successes = recorded.filter(
        ({ status, answer }) => !marketplace.isError(status, answer),
      );
      expect(successes.length).toBeGreaterThan(0);
      expect(successes.flatMap((exchange) => responseProblems(document, exchange))).toEqual([]);
    });

    it('makes every call of the reference, which so names no other', () => {
      const made = new Set(recorded.map((exchange) => findOperation(document, exchange)?.id));
      expect(document.operations.map(({ id }) => id).filter((id) => !made.has(id))).toEqual([]);
    });

    it('is refused what the reference forbids, and nothing at a documented limit', async () => {
      const taken: string[] = [];
      const refused: string[] = [];
      const undocumented: string[] = [];
      const seen = new Set<string>();
      const send = async (exchange: Exchange, changed: ChangedRequest) => {
        const { url, body } = marketplace.sign(sandbox, exchange, changed);
        const { method, headers } = exchange;
        const response = await fetch(url, { method, headers, body });
        const { status } = response;
        const answer = await response.text();
        return { status, answer, isRefused: marketplace.isError(status, answer) };
      };
      for (const exchange of recorded) {
        const operation = findOperation(document, exchange);
        if (!operation || seen.has(operation.id)) continue;
        seen.add(operation.id);
        for (const forbidden of forbiddenRequests(operation, exchange, marketplace.volatile)) {
          const name = `${operation.id}: ${forbidden.because}`;
          if (marketplace.tolerated?.[name]) continue;
          const { status, answer, isRefused } = await send(exchange, forbidden);
          if (!isRefused) taken.push(name);
          else if (!isDocumentedRefusal(document, status, answer)) {
            undocumented.push(`${name}: ${status} ${answer}`);
          }
          const { permitted } = forbidden;
          if (permitted && (await send(exchange, permitted)).isRefused) refused.push(name);
        }
        const query = [...exchange.url.searchParams];
        const unknown = { ...exchange, url: unknownCall(exchange) };
        const { isRefused } = await send(unknown, { query, body: exchange.body });
        if (!isRefused) taken.push(`${operation.id}: an unknown call`);
      }
      expect(seen.size).toBe(document.operations.length);
      expect({ taken, refused, undocumented }).toEqual({
        taken: [],
        refused: [],
        undocumented: [],
      });
    });

    it('reads every documented value on purpose, and flags or keeps one that is not', async () => {
      const read = honestScenarios();
      const flags = read.flatMap(({ outcome }) => outcome.flags);
      expect(flags.filter((flag) => /^(unknown|unlisted)_/.test(flag))).toEqual([]);
      const { volatile, values: exceptions } = marketplace;
      const ignored = uninterpretedEnumerations[marketplace.reference] ?? {};
      const problems: string[] = [];
      for (const field of enumFields(document)) {
        if (Object.hasOwn(ignored, field.enumeration)) continue;
        problems.push(
          ...(await valueProblems(document, field, read, {
            volatile,
            ...(exceptions && { exceptions }),
          })),
        );
      }
      expect(problems).toEqual([]);
    });

    it('takes hostile answers for errors or flags the row, within a bound of calls', async () => {
      const cases = honestScenarios().flatMap((scenario) =>
        hostileCases(document, scenario, marketplace.hostileAnswers),
      );
      expect(cases.length).toBeGreaterThan(100);
      const problemsOf = (one: HostileCase) =>
        hostileProblems(
          one,
          honest.get(one.scenario.name)?.outcome ?? toResult([], []),
          marketplace,
        );
      const problems: string[] = [];
      for (const one of cases) {
        if (hostileRuns === 'all' || one.answer.isRepeated) {
          problems.push(...(await problemsOf(one)));
        }
      }
      expect(problems).toEqual([]);
      if (hostileRuns === 'all') return;
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...cases), async (one) => {
          expect(await problemsOf(one)).toEqual([]);
        }),
        { numRuns: Math.min(Number(hostileRuns), cases.length) },
      );
    }, 900_000);

    it('takes hostile answers to token calls for errors or returns usable tokens', async () => {
      const { volatile, hostileAnswers } = marketplace;
      const cases = tokenScenarios.flatMap((one) => tokenCases(document, one, hostileAnswers));
      expect(cases.length).toBeGreaterThan(100);
      const problems: string[] = [];
      for (const one of cases) problems.push(...(await tokenProblems(one, volatile, startedAt)));
      expect(problems).toEqual([]);
    });

    // It comes last: it moves the clock, and the consent ends.
    it('sends the pushes of the reference, and the connector reads each', async () => {
      const { pushes, platform, shopId } = marketplace;
      const documented = document.webhooks.map(({ type }) => type);
      if (!pushes) {
        expect(documented).toEqual([]);
        return;
      }
      const { unsent, withdrawal } = pushes;
      const expected = documented.filter((type) => !Object.hasOwn(unsent, type));
      const ofOrders = expected.filter((type) => type !== withdrawal);
      const topicOf = ({ body }: PushDelivery) =>
        pushes.reader(sandbox, '').read(Buffer.from(body))?.topic;
      const hasType = (received: readonly PushDelivery[], type: string) =>
        received.some((delivery) => topicOf(delivery) === type);
      const { deliveries, url } = await receivePushes(sandbox, {
        platform,
        shopId,
        isComplete: (received) => ofOrders.every((type) => hasType(received, type)),
        hasWithdrawal: withdrawal === null ? null : (received) => hasType(received, withdrawal),
      });
      const reader = pushes.reader(sandbox, url);
      const problems = deliveries.flatMap((delivery) => {
        const body = Buffer.from(delivery.body);
        const push = reader.read(body);
        if (!push) return [`the connector cannot read ${delivery.body}`];
        const isOwn = push.hints.some(({ externalShopId }) => externalShopId === shopId);
        return [
          ...pushProblems(document, { ...delivery, type: push.topic }),
          ...(reader.isGenuine(body, delivery.authorization) ? [] : ['the signature is wrong']),
          ...(isOwn ? [] : [`push ${push.topic}: the connector ignores it`]),
        ];
      });
      expect([...new Set(problems)]).toEqual([]);
      const sent = new Set(deliveries.map(topicOf));
      expect([...sent].toSorted()).toEqual(expected.toSorted());
      expect(Object.keys(unsent).filter((type) => !documented.includes(type))).toEqual([]);
    });
  });
}
