import { BellIcon, IconButton, Popover, Spinner } from '@seller-connect/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { notificationsQuery } from '../../api/queries/sharedQueries.ts';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import styles from './NotificationBell.module.css';
import { texts } from '../texts.ts';

const NotificationPanel = lazyBlock(
  () => import('../../screens/notifications/NotificationList.tsx'),
  <div className={styles.waiting}>
    <Spinner />
  </div>,
);

/** Shows the number of unread notifications and opens the list. */
export function NotificationBell() {
  const { data } = useInfiniteQuery(notificationsQuery);
  const unread = data?.pages[0]?.unread ?? 0;
  return (
    <div className={styles.bell}>
      <Popover
        label={texts.routes.notifications}
        renderTrigger={(props) => (
          <IconButton {...props} label={texts.bell(unread)} icon={<BellIcon size={20} />} />
        )}
      >
        {(close) => <NotificationPanel onClose={close} />}
      </Popover>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </div>
  );
}
