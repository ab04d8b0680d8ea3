import { Card, LinkButton, PageHeader, Skeleton, Page } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { userQuery } from '../../api/queries/sharedQueries.ts';
import { SetupBar, useSetup, nextSetupPath, withProfile } from '../../onboarding/index.ts';
import { storage } from '../../storage.ts';
import { formats } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { texts } from './texts.ts';

/** The first setup step: the four fields of a complete profile. Saving leads to the next step. */
export default function ProfileScreen() {
  const query = useQuery(userQuery);
  const { data: user, isError } = query;
  const { setup } = useSetup();
  const navigate = useNavigate();
  const savedAt = user?.profileUpdatedAt ?? user?.profileCompletedAt;
  const wasComplete = typeof user?.profileCompletedAt === 'string';
  function goOn() {
    const referred = storage.referredFrom.read() !== null;
    void navigate({
      to: setup === null ? '/connect' : nextSetupPath(withProfile(setup), referred),
    });
  }
  return (
    <Page width="medium" centered>
      <SetupBar at="profile" />
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <Card
        busy={!user && !isError}
        summary={savedAt ? texts.savedAt(formats.date(savedAt)) : undefined}
      >
        {!user && !isError && <Skeleton shape="row" count={4} />}
        {!user && isError && <LoadError title={texts.failed} query={query} />}
        {user && (
          <ProfileFields
            user={user}
            {...(wasComplete
              ? { beside: <LinkButton href="/connect">{texts.next}</LinkButton> }
              : { onSaved: goOn })}
          />
        )}
      </Card>
    </Page>
  );
}
