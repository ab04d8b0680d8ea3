import { Banner, Card, Button, PageHeader, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../api/queries/sharedQueries.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { ProfileFields } from './ProfileFields.tsx';
import styles from './profile.module.css';
import { texts } from './texts.ts';

/** Edits the profile in the settings, after the setup. */
export default function ProfileSettings() {
  const { data: user, isError, refetch } = useQuery(userQuery);
  const savedAt = user?.profileCompletedAt;
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.settingsTitle}>{texts.settingsIntro}</PageHeader>
      <Card
        busy={!user && !isError}
        summary={savedAt ? texts.savedAt(formats.date(savedAt)) : undefined}
      >
        {!user && !isError && <Skeleton shape="row" count={4} />}
        {!user && isError && (
          <Banner
            tone="negative"
            title={texts.failed}
            actions={<Button onClick={() => void refetch()}>{sharedTexts.tryAgain}</Button>}
          />
        )}
        {user && <ProfileFields user={user} />}
      </Card>
    </div>
  );
}
