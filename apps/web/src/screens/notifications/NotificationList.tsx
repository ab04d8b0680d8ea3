import {
  AlertCircleIcon,
  AlertTriangleIcon,
  BellIcon,
  Button,
  CheckCircleIcon,
  ChevronRightIcon,
  EmptyState,
  Quiet,
  TextLink,
  VisuallyHidden,
} from '@seller-connect/ui';
import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Notification, NotificationTone } from '@seller-connect/contract';
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { useMuteRule } from '../../alert-rules/useChangeRules.ts';
import { coreClient } from '../../api/index.ts';
import { notificationsQuery } from '../../api/queries/sharedQueries.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { defaultTimeZone, formats } from '../../i18n/index.ts';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { failedPage, LoadError } from '../../loading/LoadError.tsx';
import { groupByDay, stackFirstSyncs, type DayGroup } from './groupByDay.ts';
import styles from './notifications.module.css';
import { texts } from './texts.ts';

const icons: Record<NotificationTone, ReactNode> = {
  negative: <AlertCircleIcon size={20} />,
  attention: <AlertTriangleIcon size={20} />,
  positive: <CheckCircleIcon size={20} />,
};

/** The user's notifications by day, each with a link to the screen that resolves it. */
export default function NotificationList({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(notificationsQuery);
  const { data, isError } = list;
  // The popover is mounted anew each time it opens.
  const [now] = useState(() => Date.now());
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0];
  const unread = data?.pages[0]?.unread ?? 0;
  // After the popover closes, the bell keeps polling, but only the first page.
  useEffect(() => () => trimToFirstPage(queries), [queries]);

  const read = useMutation({
    mutationFn: (notificationId: string) =>
      coreClient().call('readNotification', { params: { notificationId } }),
    changes: ['listNotifications'],
  });
  const readAll = useMutation({
    mutationFn: (upTo: string) => coreClient().call('readAllNotifications', { body: { upTo } }),
    changes: ['listNotifications'],
  });

  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.title}</h2>
        {newest && unread > 0 && (
          <Button
            size="small"
            variant="quiet"
            busy={readAll.isPending}
            onClick={() => readAll.mutate(newest.id)}
          >
            {texts.readAll}
          </Button>
        )}
      </div>
      {!data && !isError && (
        <div className={styles.part} aria-busy={list.isLoading}>
          <ListLoading query={list} rows={4} />
        </div>
      )}
      {!data && isError && (
        <div className={styles.part}>
          <LoadError title={texts.failed} query={list} />
        </div>
      )}
      {data && items.length === 0 && (
        <EmptyState title={texts.empty} icon={<BellIcon size={20} />}>
          {texts.emptyText}
        </EmptyState>
      )}
      {groupByDay(items, now, defaultTimeZone).map((group) => (
        <NotificationDay
          key={group.at}
          group={group}
          onFollow={(item, { ctrlKey, metaKey, shiftKey }) => {
            if (item.readAt === null) read.mutate(item.id);
            // In another tab or window, the next one can be opened too.
            if (!ctrlKey && !metaKey && !shiftKey) onClose();
          }}
        />
      ))}
      {list.hasNextPage && (
        <div className={styles.part}>
          {list.isFetchNextPageError ? (
            <LoadError title={texts.failed} query={failedPage(list)} />
          ) : (
            <Button wide busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {texts.older}
            </Button>
          )}
        </div>
      )}
      <div className={styles.foot}>
        <TextLink href="/settings/notifications" onClick={onClose}>
          {texts.settings}
        </TextLink>
      </div>
    </div>
  );
}

function trimToFirstPage(queries: QueryClient): void {
  queries.setQueryData(notificationsQuery.queryKey, (list) =>
    list && list.pages.length > 1
      ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
      : list,
  );
}

interface NotificationDayProps {
  readonly group: DayGroup;
  readonly onFollow: (item: Notification, event: MouseEvent) => void;
}

function NotificationDay({ group, onFollow }: NotificationDayProps) {
  const name = group.day === 'earlier' ? formats.date(group.at) : texts[group.day];
  return (
    <section aria-label={name}>
      <h3 className={styles.day}>{name}</h3>
      <ul className={styles.items}>
        {stackFirstSyncs(group.items).map((stack) =>
          stack.length === 1 ? (
            stack.map((item) => (
              <NotificationItem
                key={item.id}
                item={item}
                onFollow={(event) => onFollow(item, event)}
              />
            ))
          ) : (
            <NotificationStack key={stack[0]?.id} items={stack} onFollow={onFollow} />
          ),
        )}
      </ul>
    </section>
  );
}

interface NotificationStackProps {
  /** Newest first. */
  readonly items: readonly Notification[];
  readonly onFollow: (item: Notification, event: MouseEvent) => void;
}

function NotificationStack({ items, onFollow }: NotificationStackProps) {
  const isNew = items.some(isUnread);
  const at = items[0]?.at ?? '';
  return (
    <li>
      <details className={styles.stack}>
        <summary className={styles.item} data-new={isNew || undefined}>
          <span className={styles.icon} data-tone="positive">
            {icons.positive}
          </span>
          <span className={styles.texts}>
            <span className={styles.itemTitle}>
              {isNew && <VisuallyHidden>{texts.unread}: </VisuallyHidden>}
              {texts.firstSyncs(items.length)}
            </span>
            <span className={styles.facts}>
              <time dateTime={at} title={formats.dateTime(at)}>
                {formats.relative(at)}
              </time>
            </span>
          </span>
          <span className={styles.unfold}>
            <ChevronRightIcon />
          </span>
          {isNew && <span className={styles.dot} />}
        </summary>
        <ul className={styles.items}>
          {items.map((item) => (
            <NotificationItem
              key={item.id}
              item={item}
              onFollow={(event) => onFollow(item, event)}
            />
          ))}
        </ul>
      </details>
    </li>
  );
}

const isUnread = (item: Notification) => item.readAt === null && item.resolvedAt === null;

function NotificationItem({
  item,
  onFollow,
}: {
  readonly item: Notification;
  readonly onFollow: (event: MouseEvent) => void;
}) {
  const isNew = isUnread(item);
  const mute = useMuteRule();
  const { alertRuleId } = item;
  return (
    <li>
      <a
        className={styles.item}
        href={item.action.href}
        data-new={isNew || undefined}
        onClick={onFollow}
      >
        <span className={styles.icon} data-tone={item.resolvedAt === null ? item.tone : 'done'}>
          {item.resolvedAt === null ? icons[item.tone] : <CheckCircleIcon size={20} />}
        </span>
        <span className={styles.texts}>
          <span className={styles.itemTitle}>
            {isNew && <VisuallyHidden>{texts.unread}: </VisuallyHidden>}
            {item.title}
          </span>
          {item.resolvedAt === null && <Quiet>{item.text}</Quiet>}
          <span className={styles.facts}>
            <time dateTime={item.at} title={formats.dateTime(item.at)}>
              {formats.relative(item.at)}
            </time>
            {item.resolvedAt === null ? (
              <span className={styles.action}>{item.action.label}</span>
            ) : (
              <span>{texts.resolved(formats.relative(item.resolvedAt))}</span>
            )}
          </span>
        </span>
        {isNew && <span className={styles.dot} />}
      </a>
      {alertRuleId && item.resolvedAt === null && (
        <div className={styles.mute}>
          <Button
            size="small"
            variant="quiet"
            busy={mute.isPending}
            onClick={() => mute.mutate({ ruleId: alertRuleId, isMuted: true })}
          >
            {texts.muteRule}
          </Button>
        </div>
      )}
    </li>
  );
}
