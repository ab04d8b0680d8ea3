import { Banner, Button } from '@seller-connect/ui';
import { use } from 'react';
import { ApiError } from '../../api/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import styles from './CardError.module.css';
import { SharedErrorContext } from './sharedError.ts';
import { texts } from './texts.ts';

export interface CardErrorProps {
  readonly title: string;
  readonly error: Error | null;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/**
 * A card, or the whole page, that failed to load: the reason and a retry button. If several cards share the failure,
 * the card shows only its title; one banner gives the reason.
 */
export function CardError({ title, error, retrying, onRetry }: CardErrorProps) {
  if (use(SharedErrorContext)) return <p className={styles.quiet}>{title}</p>;
  return (
    <Banner
      tone="negative"
      announced
      title={title}
      actions={
        <Button size="small" busy={retrying} onClick={onRetry}>
          {sharedTexts.tryAgain}
        </Button>
      }
    >
      {reasonOf(error)}
    </Banner>
  );
}

/** Returns the server's message. Without any response, the message points to the connection. */
function reasonOf(error: Error | null): string {
  if (!(error instanceof ApiError)) return sharedTexts.somethingWentWrong;
  return error.status === 0
    ? texts.noAnswer
    : (error.serverMessage ?? sharedTexts.somethingWentWrong);
}
