import { createCatalogue, type Catalogue } from '../catalogue/index.ts';
import { createCollector, type Collector } from '../collector/index.ts';
import {
  createIdentity,
  createOutsideSignIns,
  plainPageSecurityPolicy,
  renderPlainPage,
  type Identity,
  type OutsideSignIns,
  type PlainPage,
} from '../identity/index.ts';
import {
  createNotifications,
  createPushTransport,
  createZalo,
  deletePhoneOfMember,
  deletePushDevicesOfMember,
  createWebhooks,
  notificationEmailKind,
  type Notifications,
  type Webhooks,
} from '../notifications/index.ts';
import { createPartners, pushReaders, type Partners } from '../partners/index.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import type { Session } from '../platform/http/http.ts';
import { messageHosts } from '../platform/http/hosts/message-hosts.ts';
import type { Language } from '../platform/http/problem.ts';
import type { Log } from '../platform/log.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { createPricing, type Pricing } from '../pricing/index.ts';
import { createPrivacy, type Privacy } from '../privacy/index.ts';
import { createPushes, type Pushes } from '../pushes/index.ts';
import {
  createAccountAccess,
  createAlertRules,
  createAssistantAccess,
  createMuteLinks,
  createReportEmails,
  deleteMutesOfMember,
  deleteSchedulesOfMember,
  deleteViewsOfMember,
  disownNotesOfMember,
  reportEmailKind,
  revokeAccessOfMember,
  type AlertRules,
  type ReportEmails,
} from '../reporting/index.ts';
import { createSellers, invitationEmailKind, type Sellers } from '../sellers/index.ts';
import type { Resources } from './resources.ts';

export interface Domains {
  readonly identity: Identity;
  /** Null without an outside identity provider. */
  readonly outside: OutsideSignIns | null;
  readonly isSignInFresh: (session: Session) => Promise<boolean>;
  readonly sellers: Sellers;
  readonly notifications: Notifications;
  readonly webhooks: Webhooks;
  readonly reportEmails: ReportEmails;
  readonly alertRules: AlertRules;
  readonly catalogue: Catalogue;
  readonly pricing: Pricing;
  readonly partners: Partners;
  readonly collector: Collector;
  readonly pushes: Pushes;
  readonly privacy: Privacy;
}

/**
 * Creates the domains and connects their events. A domain whose event concerns one that is created later calls it in a
 * function that runs once all of them exist.
 */
export async function createDomains(
  configuration: Configuration,
  resources: Resources,
  { log, shutdown, buildFolder }: { log: Log; shutdown: Shutdown; buildFolder: string },
): Promise<Domains> {
  const { database, identityDatabase, boss, events, vault } = resources;
  const { readiness, metricsToken, isCutOff } = resources.health;
  const identity: Identity = createIdentity({
    configuration,
    database: identityDatabase,
    vault,
    log,
    build: buildFolder,
    health: { readiness, metricsToken, isCutOff },
    emailComposers: {
      [invitationEmailKind]: (data) => sellers.composeInvitation(data),
      [notificationEmailKind]: (data) => notifications.composeEmail(data),
      [reportEmailKind]: (data) => reportEmails.composeEmail(data),
    },
    onEmailDropped: { [reportEmailKind]: (data) => reportEmails.emailDropped(data) },
    beforeRemoval: (who) => sellers.accountLeaves(who),
    onSignInStarted: (who, signInId) => sellers.onSignInStarted(who, signInId),
    async onSignInsEnded(who, ended) {
      await sellers.signInsEnded(who, ended);
      await notifications.signInsEnded(who, ended);
    },
    reportAccess: createAccountAccess(database),
    grantAssistant: createAssistantAccess(database, async (tenantId, sub) => {
      const members = await sellers.recipients(tenantId);
      return members.find(({ accountId }) => accountId === sub)?.role ?? null;
    }),
    async onAccountRemoved({ sub, tenantId }) {
      const { someoneLeft } = await sellers.accountRemoved(tenantId, sub);
      await notifications.deleteAccountData(tenantId, sub);
      if (!someoneLeft) await partners.disconnectAll(tenantId);
      await privacy.accountRemoved(tenantId, sub, !someoneLeft);
    },
  });
  const outside = configuration.outside
    ? createOutsideSignIns({
        provider: configuration.outside,
        adminOrigin: configuration.identityAdminOrigin,
        database: identityDatabase,
        log,
      })
    : null;
  const sellers: Sellers = createSellers({
    database,
    directory: outside ? { ...identity, verifyAccessToken: outside.verifyAccessToken } : identity,
    appOrigin: configuration.appOrigin,
    async onMemberGone(tx, accountId) {
      await revokeAccessOfMember(tx, accountId);
      await deleteSchedulesOfMember(tx, accountId, new Date());
      await deleteMutesOfMember(tx, accountId);
      await deleteViewsOfMember(tx, accountId);
      await deletePushDevicesOfMember(tx, accountId);
      await disownNotesOfMember(tx, accountId);
      await deletePhoneOfMember(tx, accountId);
    },
    countLinkedShops: async (tenantId) => {
      const shops = await partners.listShops(tenantId);
      return shops.filter((shop) => shop.status !== 'disconnected').length;
    },
  });
  const muteAlertLinks = await createMuteLinks(resources.keys, 'alertRule');
  const notifications = createNotifications({
    database,
    appOrigin: configuration.appOrigin,
    canSendEmails: identity.canSendEmails,
    recipients: (tenantId) => sellers.recipients(tenantId),
    listShops: (tenantId) => partners.listShops(tenantId),
    muteAlertUrl: ({ ruleId, ...who }) =>
      `${configuration.appOrigin}${muteAlertLinks.pathOf({ ...who, subjectId: ruleId })}`,
    vault,
    pushKey: configuration.VAPID_PRIVATE_KEY,
    pushTransport: createPushTransport(configuration),
    zalo: await createZalo({
      database,
      vault,
      keys: resources.keys,
      settings: configuration.zalo,
      renderPage,
      log,
      now: () => new Date(),
    }),
    log,
  });
  const webhooks = createWebhooks({
    database,
    vault,
    allowHttp: configuration.demo,
    network: messageHosts(configuration),
    appOrigin: configuration.appOrigin,
    log,
    now: () => new Date(),
  });
  const catalogue = createCatalogue({ database });
  const pricing = createPricing({ database, catalogue });
  const partners = createPartners({
    configuration,
    database,
    vault,
    log,
    startSync: (tx, shops) => collector.startLinked(tx, shops),
    lastSynced: (tenantId) => collector.lastSynced(tenantId),
  });
  shutdown.close(() => partners.close());
  const collector: Collector = await createCollector({
    database,
    boss,
    shopAccess: partners,
    events,
    log,
    onShopSynced: (tenantId, shop) => pushes.subscribe(tenantId, shop),
    onDataRead: (tenantId) => alertRules.dataArrived(tenantId),
  });
  shutdown.finish(async () => collector.close());
  const reportDependencies = {
    database,
    readCoverage: collector.coverage,
    connectedShops: (tenantId: string) => connectedShops(partners, tenantId),
    renderPage,
    canSendEmails: identity.canSendEmails,
    log,
    now: () => new Date(),
  };
  const alertRules: AlertRules = createAlertRules({
    ...reportDependencies,
    reads: resources.reads,
    muteLinks: muteAlertLinks,
  });
  const reportEmails: ReportEmails = createReportEmails({
    ...reportDependencies,
    recipients: (tenantId) => sellers.recipients(tenantId),
    languageOf: (tenantId, accountId) => notifications.languageOf(tenantId, accountId),
    account: (accountId) => identity.account(accountId),
    muteLinks: await createMuteLinks(resources.keys),
    appOrigin: configuration.appOrigin,
  });
  const pushes: Pushes = createPushes({
    database,
    log,
    partners,
    collector,
    readers: pushReaders(configuration),
    installation: configuration.appOrigin,
  });
  shutdown.close(() => pushes.close());

  // An outside provider does not report when a user signed in.
  const isSignInFresh = async ({ signInId }: Session) =>
    outside !== null || identity.isSignInFresh(signInId ?? null);
  const privacy = createPrivacy({
    database,
    boss,
    log,
    disconnectAll: (tenantId) => partners.disconnectAll(tenantId),
    listShops: (tenantId) => partners.listShops(tenantId),
    isSignInFresh,
    rawRetentionDays: configuration.RAW_RETENTION_DAYS,
    disconnectedDataDays: configuration.DISCONNECTED_DATA_DAYS,
  });
  return {
    identity,
    outside,
    isSignInFresh,
    sellers,
    notifications,
    webhooks,
    reportEmails,
    alertRules,
    catalogue,
    pricing,
    partners,
    collector,
    pushes,
    privacy,
  };
}

/** Renders a page of one sentence, whose form posts to this origin. */
const renderPage = (page: PlainPage, language: Language) => ({
  html: renderPlainPage(page, language),
  policy: plainPageSecurityPolicy(["'self'"]),
});

/** Returns the shops of a team that are synced at present. */
export async function connectedShops(
  partners: Pick<Partners, 'listShops'>,
  tenantId: string,
): Promise<string[]> {
  const shops = await partners.listShops(tenantId);
  return shops.filter(({ status }) => status === 'connected').map(({ shopId }) => shopId);
}
