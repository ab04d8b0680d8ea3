import type { Shop, SyncedData, User } from '@seller-connect/contract';
import {
  Block,
  Button,
  EmptyState,
  LinkButton,
  PageHeader,
  Steps,
  StoreIcon,
  TextLink,
  type Step,
} from '@seller-connect/ui';
import { setupOf, useChecklist, type SetupStep } from '../../onboarding/index.ts';
import { formats } from '../../i18n/index.ts';
import { SyncProgress } from './SyncProgress.tsx';
import { texts } from './texts.ts';
import styles from './OnboardingChecklist.module.css';

export interface OnboardingProps {
  readonly user: User;
  readonly shops: readonly Shop[];
  readonly synced: SyncedData | undefined;
}

const words = texts.start;

/** What there is to do before there is a report: one step at a time, one button. It can be put away. */
export function Onboarding({ user, shops, synced }: OnboardingProps) {
  const checklist = useChecklist();
  if (!checklist.shown) {
    return (
      <div className={styles.frame}>
        <PageHeader
          title={texts.title}
          actions={<Button onClick={checklist.bringBack}>{words.bringBack}</Button>}
        />
        <Nothing shops={shops} synced={synced} />
      </div>
    );
  }
  return (
    <div className={styles.frame}>
      <PageHeader
        title={words.title}
        actions={
          <Button variant="quiet" onClick={checklist.putAway}>
            {words.putAway}
          </Button>
        }
      >
        {words.lead}
      </PageHeader>
      <Block>
        <Steps
          label={words.steps}
          stateLabels={words.states}
          steps={stepsOf({ user, shops, synced })}
        />
      </Block>
    </div>
  );
}

/** Home without its checklist: what will be here, and the one thing that brings it. */
function Nothing({ shops, synced }: Pick<OnboardingProps, 'shops' | 'synced'>) {
  if (shops.length > 0) {
    return (
      <Block title={words.syncNow} summary={texts.sync.leave}>
        {synced && <SyncProgress synced={synced} />}
      </Block>
    );
  }
  return (
    <Block>
      <EmptyState
        icon={<StoreIcon size={24} />}
        title={words.empty}
        action={
          <LinkButton variant="primary" href="/connect">
            {words.connectAction}
          </LinkButton>
        }
      >
        {words.emptyText}
      </EmptyState>
    </Block>
  );
}

function stepsOf({ user, shops, synced }: OnboardingProps): Step[] {
  const setup = setupOf({
    user,
    shops,
    synced: { synced: synced?.synced ?? false, shops: synced?.shops ?? [] },
  });
  const { next } = setup;
  const linked = setup.done.connect;
  const stateOf = (step: SetupStep) =>
    setup.done[step] ? 'done' : step === next ? 'current' : 'later';
  const button = (href: string, label: string) => (
    <LinkButton variant="primary" href={href}>
      {label}
    </LinkButton>
  );
  /** What may be done out of turn has a link beside its words. */
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
      title: words.profile,
      text: setup.done.profile
        ? words.profileDone
        : withLink('profile', words.profileText, '/profile/complete', words.profileAction),
      content: button('/profile/complete', words.profileAction),
    },
    {
      id: 'connect',
      state: stateOf('connect'),
      title: words.connect,
      text: linked
        ? words.connectDone(formats.list(shops.map((shop) => shop.name)))
        : withLink('connect', words.connectText, '/connect', words.connectAction),
      content: button('/connect', words.connectAction),
    },
    {
      id: 'sync',
      // It runs by itself, whatever else is still to do.
      state: linked && !setup.done.sync ? 'current' : stateOf('sync'),
      title: words.sync,
      text: linked ? words.syncNow : words.syncText,
      content: synced && (
        <div className={styles.progress}>
          <SyncProgress synced={synced} />
        </div>
      ),
    },
    { id: 'done', state: stateOf('done'), title: words.done, text: words.doneText },
  ];
}
