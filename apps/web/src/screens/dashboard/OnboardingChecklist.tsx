import type { Shop, SyncStatus, User } from '@seller-connect/contract';
import {
  Card,
  Button,
  EmptyState,
  LinkButton,
  PageHeader,
  Steps,
  StoreIcon,
  TextLink,
  type Step,
} from '@seller-connect/ui';
import { ConnectShopLink } from '../../onboarding/ConnectShopLink.tsx';
import { computeSetup, type SetupStep } from '../../onboarding/setup.ts';
import { formats } from '../../i18n/index.ts';
import SyncProgress from './sync/SyncProgress.tsx';
import { texts as labels } from './start/texts.ts';
import { texts } from './texts.ts';
import { useChecklist } from './useChecklist.ts';
import styles from './OnboardingChecklist.module.css';

export interface OnboardingChecklistProps {
  readonly user: User;
  readonly shops: readonly Shop[];
  readonly synced: SyncStatus | undefined;
}

/** The setup steps before the first report, one button at a time. It can be hidden. */
export default function OnboardingChecklist({ user, shops, synced }: OnboardingChecklistProps) {
  const { isVisible, toggle } = useChecklist();
  if (!isVisible) {
    return (
      <div className={styles.frame}>
        <PageHeader title={texts.title} actions={<Button {...toggle}>{labels.show}</Button>} />
        <EmptyHome shops={shops} synced={synced} />
      </div>
    );
  }
  return (
    <div className={styles.frame}>
      <PageHeader
        title={labels.title}
        actions={
          <Button variant="quiet" {...toggle}>
            {labels.hide}
          </Button>
        }
      >
        {labels.lead}
      </PageHeader>
      <Card>
        <Steps
          label={labels.steps}
          stateLabels={labels.states}
          steps={stepsOf({ user, shops, synced })}
        />
      </Card>
    </div>
  );
}

/** Home with the checklist hidden: what will appear here and the action that leads to it. */
function EmptyHome({ shops, synced }: Pick<OnboardingChecklistProps, 'shops' | 'synced'>) {
  if (shops.length > 0) {
    return (
      <Card title={labels.syncNow} summary={texts.sync.leave}>
        {synced && <SyncProgress synced={synced} />}
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState icon={<StoreIcon size={24} />} title={labels.empty} action={<ConnectShopLink />}>
        {labels.emptyText}
      </EmptyState>
    </Card>
  );
}

function stepsOf({ user, shops, synced }: OnboardingChecklistProps): Step[] {
  const setup = computeSetup({ user, shops, synced: synced ?? { synced: false, shops: [] } });
  const { next } = setup;
  const linked = setup.done.connect;
  const stateOf = (step: SetupStep) =>
    setup.done[step] ? 'done' : step === next ? 'current' : 'later';
  const button = (href: string, label: string) => (
    <LinkButton variant="primary" href={href}>
      {label}
    </LinkButton>
  );
  /** Steps that may be done out of order have a link beside their text. */
  const withLink = (step: SetupStep, text: string, href: string, label: string) =>
    step === next ? (
      text
    ) : (
      <>
        {text} <TextLink href={href}>{label}</TextLink>
      </>
    );
  return [
    {
      id: 'profile',
      state: stateOf('profile'),
      title: labels.profile,
      text: setup.done.profile
        ? labels.profileDone
        : withLink('profile', labels.profileText, '/profile/complete', labels.profileAction),
      content: button('/profile/complete', labels.profileAction),
    },
    {
      id: 'connect',
      state: stateOf('connect'),
      title: labels.connect,
      text: linked
        ? labels.connectDone(formats.list(shops.map((shop) => shop.name)))
        : withLink('connect', labels.connectText, '/connect', labels.connectAction),
      content: button('/connect', labels.connectAction),
    },
    {
      id: 'sync',
      // The sync runs automatically, whatever steps are left.
      state: linked && !setup.done.sync ? 'current' : stateOf('sync'),
      title: labels.sync,
      text: linked ? labels.syncNow : labels.syncText,
      content: synced && (
        <div className={styles.progress}>
          <SyncProgress synced={synced} />
        </div>
      ),
    },
    { id: 'done', state: stateOf('done'), title: labels.done, text: labels.doneText },
  ];
}
