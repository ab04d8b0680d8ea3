import { Card, PageHeader, Skeleton, Page } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../api/queries/sharedQueries.ts';
import { formats } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { texts } from './texts.ts';

/** Edits the profile in the settings, after the setup. */
export default function ProfileSettings() {
  const query = useQuery(userQuery);
  const { data: user, isError } = query;
  const savedAt = user?.profileUpdatedAt ?? user?.profileCompletedAt;
  return (
    <Page width="medium">
      <PageHeader title={texts.settingsTitle}>{texts.settingsIntro}</PageHeader>
      <Card
        busy={!user && !isError}
        summary={savedAt ? texts.savedAt(formats.date(savedAt)) : undefined}
      >
        {!user && !isError && <Skeleton shape="row" count={4} />}
        {!user && isError && <LoadError title={texts.failed} query={query} />}
        {user && <ProfileFields user={user} />}
      </Card>
    </Page>
  );
}
