import type { Shop, SyncedData, User } from '@seller-connect/contract';
import { Block, LinkButton, PageHeader, Steps, TextLink, type Step } from '@seller-connect/ui';
import { formats } from '../../texts/index.ts';
import { SyncProgress } from './SyncProgress.tsx';
import { texts } from './texts.ts';
import styles from './Onboarding.module.css';

export interface OnboardingProps {
  readonly user: User | undefined;
  readonly shops: readonly Shop[];
  readonly synced: SyncedData | undefined;
}

/** What there is to do before there is a report: one step at a time, one button. */
export function Onboarding({ user, shops, synced }: OnboardingProps) {
  const words = texts.start;
  const linked = shops.length > 0;
  const profileDone = typeof user?.profileCompletedAt === 'string';

  const steps: readonly Step[] = [
    {
      id: 'profile',
      state: profileDone ? 'done' : 'later',
      title: words.profile,
      text: profileDone ? (
        words.profileDone
      ) : (
        <>
          {words.profileText} <TextLink href="/profile/complete">{words.profileAction}</TextLink>
        </>
      ),
    },
    {
      id: 'connect',
      state: linked ? 'done' : 'current',
      title: words.connect,
      text: linked
        ? words.connectDone(formats.list(shops.map((shop) => shop.name)))
        : words.connectText,
      content: (
        <LinkButton variant="primary" href="/connect">
          {words.connectAction}
        </LinkButton>
      ),
    },
    {
      id: 'sync',
      state: linked ? 'current' : 'later',
      title: words.sync,
      text: linked ? words.syncNow : words.syncText,
      content: synced && (
        <div className={styles.progress}>
          <SyncProgress synced={synced} />
        </div>
      ),
    },
    { id: 'done', state: 'later', title: words.done, text: words.doneText },
  ];

  return (
    <div className={styles.frame}>
      <PageHeader title={words.title}>{words.lead}</PageHeader>
      <Block>
        <Steps label={words.steps} stateLabels={words.states} steps={steps} />
      </Block>
    </div>
  );
}
