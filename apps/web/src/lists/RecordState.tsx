import {
  Banner,
  Card,
  Button,
  EmptyState,
  GlobeIcon,
  PageHeader,
  Skeleton,
} from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/index.ts';
import { sharedTexts } from '../i18n/index.ts';
import styles from './RecordState.module.css';
import { texts } from './texts.ts';

export interface RecordStateProps {
  /** What the address names. */
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'fetchStatus' | 'refetch'>;
  /** Said when it could not be read. */
  readonly failed: string;
  /** Shown when there is no such thing; with the way back to the list. */
  readonly missing: ReactNode;
}

/** What stands where one thing of a list will be: while it is read, when it cannot be, when there is none. */
export function RecordState({ title, query, failed, missing }: RecordStateProps) {
  const { error, isFetching, refetch } = query;
  // An address that cannot be one of ours leads to nothing, as one that is taken by nothing does.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const isUnreachable = !error && query.fetchStatus === 'paused';
  return (
    <div className={styles.narrow}>
      <PageHeader title={title} />
      <Card busy={!error && !isUnreachable}>
        {isUnreachable && (
          <EmptyState title={texts.offline} icon={<GlobeIcon size={24} />}>
            {texts.offlineText}
          </EmptyState>
        )}
        {!error && !isUnreachable && <Skeleton shape="row" count={4} />}
        {isMissing && missing}
        {error && !isMissing && (
          <Banner
            tone="negative"
            announced
            title={failed}
            actions={
              <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                {sharedTexts.tryAgain}
              </Button>
            }
          >
            {(error instanceof ApiError && error.serverMessage) || sharedTexts.somethingWentWrong}
          </Banner>
        )}
      </Card>
    </div>
  );
}
