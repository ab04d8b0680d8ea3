import { Banner, Block, Button, PageHeader, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../api/queries.ts';
import { formats, shared } from '../../texts/index.ts';
import { ProfileFields } from './ProfileFields.tsx';
import styles from './profile.module.css';
import { texts } from './texts.ts';

/** The four things that a profile is complete with. */
export function ProfileScreen() {
  const { data: user, isError, refetch } = useQuery(userQuery);
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <Block
        busy={!user && !isError}
        summary={
          user?.profileCompletedAt
            ? texts.savedAt(formats.date(user.profileCompletedAt))
            : undefined
        }
      >
        {!user && !isError && <Skeleton shape="row" count={4} />}
        {!user && isError && (
          <Banner
            tone="negative"
            title={texts.failed}
            actions={<Button onClick={() => void refetch()}>{shared.tryAgain}</Button>}
          />
        )}
        {user && <ProfileFields user={user} />}
      </Block>
    </div>
  );
}
